import type { Peer } from './peer.ts';

const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
const call = (id: unknown, name: string, input: unknown): string =>
  line({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

interface Attack {
  readonly send: (peer: Peer) => Promise<unknown>;
  /** The server hangs up, in place of going on. */
  readonly ends?: true;
}

const MEGABYTE = 1_000_000;

/** What a program at the other end of the pipe can do. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'lines that are no JSON': {
    send: (peer) => peer.send('{\n}\nnull null\n{"a":1}}\n\u0000\n\u0000\u0000\nContent-Length: 5\r\n\r\n\n\n \n'),
  },
  'bytes that are no text': {
    send: (peer) =>
      peer.send(
        Buffer.concat([
          Buffer.from([0xff, 0xfe, 0xc3, 0x28, 10, 0xed, 0xa0, 0x80, 10]),
          Buffer.alloc(4096, 0x80),
          Buffer.from('\n'),
        ]),
      ),
  },
  'JSON that is no message': {
    send: (peer) =>
      peer.send(
        '[]\n{}\nnull\n1\n"x"\n[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n{"jsonrpc":"1.0","id":1,"method":"ping"}\n',
      ),
  },
  'messages with odd ids': {
    send: (peer) =>
      peer.send(
        [null, {}, [], true, 1.5, -0, 1e308, '', '__proto__', 'x'.repeat(100_000), '\ud800']
          .map((id) => line({ jsonrpc: '2.0', id, method: 'ping' }))
          .join(''),
      ),
  },
  'methods and parameters that are none': {
    send: (peer) =>
      peer.send(
        [1, null, '', 'constructor', '__proto__', 'tools/', 'x'.repeat(100_000)]
          .flatMap((method) =>
            [[], null, 1, 'x', { name: {} }, { __proto__: 1 }].map((params) =>
              line({ jsonrpc: '2.0', id: 1, method, params }),
            ),
          )
          .join(''),
      ),
  },
  'answers to what was never asked': {
    send: (peer) =>
      peer.send(
        many(
          200,
          (id) =>
            line({ jsonrpc: '2.0', id, result: {} }) + line({ jsonrpc: '2.0', id, error: { code: 1, message: 'x' } }),
        ),
      ),
  },
  'notices of what does not run': {
    send: (peer) =>
      peer.send(
        many(200, (at) => line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: `q${at}` } })),
      ),
  },
  'a second greeting': {
    send: async (peer) => {
      await peer.greet();
      await peer.greet();
    },
  },
  'nests without end': {
    send: (peer) =>
      peer.send(
        `${deep(100_000)}\n{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"memory_add","arguments":{"content":${deep(50_000)}}}}\n`,
      ),
  },
  'tools with odd arguments': {
    send: (peer) =>
      peer.send(
        [
          'memory_add',
          'memory_recall',
          'memory_record',
          'memory_correct',
          'memory_forget',
          'memory_dream',
          '../..',
          '__proto__',
        ]
          .flatMap((name) =>
            [
              null,
              [],
              'x',
              { content: 1 },
              { id: '__proto__' },
              { query: 'x'.repeat(MEGABYTE) },
              { turns: 'x' },
              { content: 'y'.repeat(MEGABYTE) },
            ].map((input, at) => call(`${name}${at}`, name, input)),
          )
          .join(''),
      ),
  },
  'the same id many times': {
    send: (peer) => peer.send(many(100, () => call('same', 'memory_recall', { query: 'tea' }))),
  },
  'a flood of small requests': {
    send: (peer) => peer.send(many(5000, (at) => line({ jsonrpc: '2.0', id: `p${at}`, method: 'ping' }))),
  },
  'a flood of calls': {
    send: (peer) => peer.send(many(300, (at) => call(`c${at}`, 'memory_recall', { query: `tea of the kind ${at}` }))),
  },
  'a flood of one byte at a time': {
    send: async (peer) => {
      for (const sign of call('slow', 'memory_recall', { query: 'tea' })) await peer.send(sign);
    },
  },
  'a line of nine megabytes': {
    send: (peer) => peer.send(call('big', 'memory_add', { content: 'z'.repeat(9 * MEGABYTE) })),
  },
  'a line without end': { send: (peer) => peer.send(Buffer.alloc(12 * MEGABYTE, 0x7b)), ends: true },
  'hanging up in the middle of a line': {
    send: async (peer) => {
      await peer.send('{"jsonrpc":"2.0","id":"half","method":"to');
      peer.child.stdin.end();
    },
    ends: true,
  },
  'hanging up in the middle of calls': {
    send: async (peer) => {
      await peer.send(many(50, (at) => call(`h${at}`, 'memory_add', { content: `Ana has hen number ${at}.` })));
      peer.child.stdin.end();
    },
    ends: true,
  },
  'ears that are closed': {
    send: async (peer) => {
      peer.child.stdout.destroy();
      await peer.send(many(50, (at) => call(`e${at}`, 'memory_recall', { query: `tea ${at}` })));
      peer.child.stdin.end();
    },
    ends: true,
  },
  'a polite end in the middle of calls': {
    send: async (peer) => {
      await peer.send(many(50, (at) => call(`t${at}`, 'memory_add', { content: `Ana has duck number ${at}.` })));
      peer.child.kill('SIGTERM');
    },
    ends: true,
  },
};
