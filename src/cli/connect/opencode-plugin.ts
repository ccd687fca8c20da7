const MARK = '// Written by `souvenir connect opencode`; `souvenir disconnect opencode` removes it.';

export const isOurPlugin = (text: string): boolean => text.startsWith(MARK);

/** The plugin of OpenCode, which has no hooks that run a command. It passes events on, and puts the context into the prompt that it is answered. */
export const pluginText = (command: readonly string[]): string => `${MARK}
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(command)};
const TOOLS = ['bash', 'edit', 'multiedit', 'write', 'patch', 'apply_patch'];
const SECONDS = { 'session.created': 15, 'session.compacted': 15 };

/** Sends an event, and resolves with the context of the answer. A failure counts as no context. */
function send(event, fields) {
  return new Promise((resolve) => {
    try {
      const child = spawn(COMMAND[0], COMMAND.slice(1), {
        cwd: fields.directory,
        stdio: ['pipe', 'pipe', 'ignore'],
        windowsHide: true,
      });
      let answer = '';
      const timer = setTimeout(() => child.kill(), (SECONDS[event] ?? 10) * 1000);
      child.stdout.on('data', (chunk) => (answer += chunk));
      child.stdin.on('error', () => {});
      child.on('error', () => resolve(undefined));
      child.on('close', () => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(answer).context);
        } catch {
          resolve(undefined);
        }
      });
      child.stdin.end(JSON.stringify({ event, ...fields }));
    } catch {
      resolve(undefined);
    }
  });
}

export const Souvenir = async ({ client, directory }) => {
  const parents = new Map();
  /** The context of a session start, which every request of the session has. */
  const starts = new Map();

  const pass = (event, sessionID, input, output) =>
    send(event, { sessionID, parentID: parents.get(sessionID), directory, input, output });

  const start = (event, sessionID, input) => {
    if (!parents.get(sessionID)) starts.set(sessionID, pass(event, sessionID, input));
    return starts.get(sessionID);
  };

  async function lastReply(sessionID) {
    try {
      const { data = [] } = await client.session.messages({ path: { id: sessionID } });
      const reply = data.filter(({ info }) => info.role === 'assistant').at(-1);
      return reply?.parts.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\\n');
    } catch {
      return undefined;
    }
  }

  return {
    event: async ({ event: { type, properties } }) => {
      const sessionID = properties?.sessionID ?? properties?.info?.id;
      if (type === 'session.created') {
        parents.set(sessionID, properties.info?.parentID);
        await start(type, sessionID, properties);
      } else if (type === 'session.compacted') await start(type, sessionID, properties);
      else if (type === 'session.idle') await pass(type, sessionID, properties, { message: await lastReply(sessionID) });
      else if (type === 'session.deleted') {
        await pass(type, sessionID, properties);
        starts.delete(sessionID);
      }
    },
    'chat.message': async (input, output) => {
      const { sessionID } = input;
      // A session that goes on was created before this process.
      if (!starts.has(sessionID)) await start('session.created', sessionID, { info: { id: sessionID } });
      const last = output.parts.at(-1);
      const messageID = input.messageID ?? output.message?.id;
      const context = await pass('chat.message', sessionID, { ...input, messageID }, output);
      if (!context || !last) return;
      // Parts are ordered by id; a synthetic one is shown to the model alone.
      const { id, messageID: of } = last;
      output.parts.push({ id: \`\${id}0\`, sessionID, messageID: of, type: 'text', text: context, synthetic: true });
    },
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      const context = await starts.get(sessionID);
      if (context) output.system.push(context);
    },
    'tool.execute.after': async (input, output) => {
      if (TOOLS.includes(input.tool)) void pass('tool.execute.after', input.sessionID, input, output);
    },
    'experimental.session.compacting': async (input) => {
      await pass('experimental.session.compacting', input.sessionID, input);
    },
  };
};
`;
