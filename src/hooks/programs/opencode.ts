import type { HookEvent, HookFormat } from '../event.ts';
import { fieldsOf, given, idOf, listOf, textOf } from '../fields.ts';
import { fitted } from './context-answer.ts';

/**
 * The form in which our plugin passes on what OpenCode calls it with: `{ event, sessionID, parentID?, directory, input, output }`, where `event` is the
 * name of the plugin hook or of the bus event. A bus event has its `properties` as `input`. `session.idle` has the text of the last reply as
 * `output.message`.
 */
export const opencode: HookFormat = {
  name: 'opencode',
  version: '1.1',
  read(json): HookEvent | undefined {
    const fields = fieldsOf(json);
    const eventName = textOf(fields['event']);
    const input = fieldsOf(fields['input']);
    const output = fieldsOf(fields['output']);
    const info = fieldsOf(input['info']);
    const own = idOf(fields['sessionID']) ?? idOf(input['sessionID']) ?? idOf(info['id']);
    if (eventName === undefined || own === undefined) return undefined;
    const parent = idOf(fields['parentID']) ?? idOf(info['parentID']);
    const base = {
      ...{ program: opencode.name, eventName, sessionId: parent ?? own },
      ...{ cwd: textOf(fields['directory']) ?? process.cwd(), ...(parent !== undefined && { agentId: own }) },
      ...given({ turnId: idOf(input['messageID']) }),
    };
    switch (eventName) {
      case 'session.created':
        return { ...base, kind: 'sessionStart', source: 'startup' };
      case 'session.compacted':
        return { ...base, kind: 'sessionStart', source: 'compact' };
      case 'chat.message': {
        const prompt = textOfParts(output['parts']);
        return prompt === undefined ? undefined : { ...base, kind: 'prompt', prompt };
      }
      case 'tool.execute.after': {
        const tool = textOf(input['tool']);
        const call = given({ callId: idOf(input['callID']) });
        // Versions before 1.1 gave the arguments to `tool.execute.before` only; the plugin then adds them to the output.
        const args = input['args'] ?? output['args'];
        return tool === undefined ? undefined : { ...base, kind: 'toolUse', tool, input: args, output, ...call };
      }
      case 'session.idle':
        return { ...base, kind: 'answer', ...given({ message: textOf(output['message']) }) };
      case 'experimental.session.compacting':
        return { ...base, kind: 'compaction' };
      case 'session.deleted':
        return { ...base, kind: 'sessionEnd' };
      default:
        return undefined;
    }
  },
  /** The plugin puts the context into the prompt. */
  answer: ({ kind }, context) =>
    context === undefined || !['sessionStart', 'prompt'].includes(kind)
      ? ''
      : JSON.stringify({ context: fitted(context) }),
};

/** The words of the user: synthetic parts are added by the program, as files that were read. */
function textOfParts(parts: unknown): string | undefined {
  const texts = listOf(parts)
    .map(fieldsOf)
    .filter(({ type, synthetic, ignored }) => type === 'text' && synthetic !== true && ignored !== true);
  return textOf(texts.flatMap(({ text }) => textOf(text) ?? []).join('\n'));
}
