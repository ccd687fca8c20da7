import { readTurn, roleOf } from '../turn-fields.ts';
import {
  type Fields,
  type Format,
  fieldOf,
  fieldsOf,
  type ImportEntry,
  isFields,
  listIn,
  partsIn,
  readParts,
  textIn,
} from './format.ts';
import { withSource } from './turns.ts';

/** The fields of a chat message; an object with others is one of our own turns. */
const MESSAGE_FIELDS = new Set([
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'function_call', 'refusal', 'annotations', 'audio'],
  ...['reasoning_content', 'id', 'type', 'status'],
]);
/** System instructions did not happen in the conversation. */
const IGNORED_ROLES = new Set(['system', 'developer']);

interface Call {
  readonly tool: string;
  readonly parameters?: unknown;
}

/** Chat messages as model APIs take them: one chat, or a chat per item or line under `messages`. */
export const messages: Format = {
  isOf: (first, list) =>
    list === 'messages' ||
    Array.isArray(first['messages']) ||
    (typeof first['role'] === 'string' &&
      'content' in first &&
      Object.keys(first).every((name) => MESSAGE_FIELDS.has(name))),
  reader(scope) {
    const sourced = withSource(scope);
    const calls = new Map<string, Call>();
    const read = (value: unknown, at: number, sessionId?: string): ImportEntry[] => {
      const message = fieldsOf(value);
      for (const call of callsOf(message)) calls.set(call.id, call);
      const turnFields = turnFieldsOf(message, calls);
      if (turnFields === undefined) return [];
      return [{ kind: 'turn', turn: sourced(readTurn({ ...turnFields, ...(sessionId && { sessionId }) }), at) }];
    };
    return function* ({ value, at, place }) {
      const chat = fieldOf(value, 'messages');
      if (!Array.isArray(chat)) return yield* read(value, at);
      const id = textIn(fieldOf(value, 'id'));
      const sessionId = id ?? `${scope.sessionId}-${at}`;
      yield* readParts(
        chat,
        (number) => `message ${number} of ${place}`,
        (each, number) => read(each, number, sessionId),
      );
    };
  },
};

function turnFieldsOf(message: Fields, calls: ReadonlyMap<string, Call>) {
  const named = String(message['role']);
  if (IGNORED_ROLES.has(named)) return undefined;
  const role = named === 'function' ? 'tool' : roleOf(named);
  if (role === undefined) throw new Error(`role: ${JSON.stringify(message['role'])} is unknown`);
  const results = listIn(message['content']).filter((part) => fieldOf(part, 'type') === 'tool_result');
  const [result] = results;
  const content = textOf(result === undefined ? message['content'] : fieldOf(result, 'content'));
  if (content === undefined) return undefined;
  const isResult = role === 'tool' || result !== undefined;
  if (!isResult) return { role, content, ...(role === 'user' && { speaker: textIn(message['name']) }) };
  const call = calls.get(String(message['tool_call_id'] ?? fieldOf(result, 'tool_use_id')));
  const { tool, parameters } = call ?? { tool: textIn(message['name']) ?? 'tool' };
  return {
    ...{ role: 'tool', type: 'toolResult', content },
    metadata: { tool, ...(parameters !== undefined && { parameters }) },
  };
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return textIn(content);
  if (content !== undefined && !Array.isArray(content)) throw new Error('content: is neither text nor a list of parts');
  const texts = partsIn(content, 'content').flatMap((part) => textIn(part) ?? textIn(fieldOf(part, 'text')) ?? []);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

function callsOf(message: Fields): (Call & { readonly id: string })[] {
  const called = partsIn(message['tool_calls'], 'tool_calls').map((call) => ({
    id: String(fieldOf(call, 'id')),
    tool: textIn(fieldOf(fieldOf(call, 'function'), 'name')) ?? 'tool',
    parameters: parametersIn(fieldOf(fieldOf(call, 'function'), 'arguments')),
  }));
  const used = listIn(message['content']).flatMap((part) =>
    isFields(part) && part['type'] === 'tool_use'
      ? [{ id: String(part['id']), tool: textIn(part['name']) ?? 'tool', parameters: part['input'] }]
      : [],
  );
  return [...called, ...used];
}

/** Models write arguments as text, not always as JSON. */
function parametersIn(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}
