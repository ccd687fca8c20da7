import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** What a server does with one request. */
export type Answer = (response: ServerResponse) => unknown;

/** A server on this machine that gives the answers it was told, in their order, and notes what it was asked. */
export class LlmServer {
  readonly requests: ReceivedRequest[] = [];
  answers: Answer[] = [];
  readonly #server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    this.requests.push({ method, path, headers, body: await json(request) });
    await (this.answers.shift() ?? send(500, { error: 'no answer was prepared' }))(response);
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  reset(): void {
    this.requests.length = 0;
    this.answers = [];
  }
}

export const send =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const sendPage =
  (status: number, page: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(page);

/** The first half of an answer, and then the connection is gone. */
export const cutShort =
  (body: object): Answer =>
  (response) => {
    const whole = JSON.stringify(body);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(whole.slice(0, whole.length / 2), () => response.destroy());
  };

/** An answer byte by byte, so that characters and JSON come in pieces. */
export const trickle =
  (body: object): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const byte of Buffer.from(JSON.stringify(body))) response.write(Buffer.of(byte));
    response.end();
  };

/** An answer as events, one chunk each; `isCut` leaves the stream open, for whoever asked to end it. */
export const stream =
  (chunks: readonly object[], isCut = false): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    if (!isCut) response.end('data: [DONE]\n\n');
  };

interface Completion {
  readonly text: string;
  readonly ending?: 'stop' | 'length';
  readonly usage?: unknown;
}

/** How one kind of server writes what it has to say. */
export interface WireFormat {
  readonly completion: (completion: Completion) => object;
  readonly usage: (input: unknown, output: unknown) => unknown;
  readonly error: (message: string) => object;
}

export const OPEN_AI: WireFormat = {
  completion: ({ text, ending = 'stop', usage }) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'stand-in',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        logprobs: null,
        finish_reason: ending,
      },
    ],
    usage,
  }),
  usage: (input, output) => ({ prompt_tokens: input, completion_tokens: output, total_tokens: 0 }),
  error: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};

export const ANTHROPIC: WireFormat = {
  completion: ({ text, ending = 'stop', usage }) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: [{ type: 'text', text }],
    stop_reason: ending === 'stop' ? 'end_turn' : 'max_tokens',
    stop_sequence: null,
    usage,
  }),
  usage: (input, output) => ({ input_tokens: input, output_tokens: output, service_tier: 'standard' }),
  error: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_1' }),
};

export const OLLAMA: WireFormat = {
  completion: ({ text, ending = 'stop', usage }) => ({
    model: 'stand-in',
    created_at: '2026-01-01T12:00:00.000000Z',
    message: { role: 'assistant', content: text },
    done: true,
    done_reason: ending,
    total_duration: 4_883_583_458,
    ...(usage as object | undefined),
  }),
  usage: (input, output) => ({ prompt_eval_count: input, eval_count: output }),
  error: (message) => ({ error: message }),
};

/** The AI SDK's own protocol, of its gateway. */
export const AI_GATEWAY: WireFormat = {
  completion: ({ text, ending = 'stop', usage }) => ({
    content: [{ type: 'text', text }],
    finishReason: { unified: ending, raw: ending },
    usage: usage ?? AI_GATEWAY.usage(undefined, undefined),
    warnings: [],
  }),
  usage: (input, output) => ({ inputTokens: { total: input }, outputTokens: { total: output } }),
  error: (message) => ({ error: { message, type: 'invalid_request_error' } }),
};
