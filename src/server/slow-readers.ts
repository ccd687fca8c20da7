import type { Server, ServerResponse } from 'node:http';

/** Milliseconds for a client to read the reason before it is cut off. */
const LAST_MS = 1000;
const CHECKS_PER_LIMIT = 4;

/** Responses that are event streams, which may end with one more event. */
const eventResponses = new WeakSet<object>();
export const noteEvents = (response: object): unknown => eventResponses.add(response);

interface ReadProgress {
  sent: number;
  /** When bytes were last sent, or none were waiting. */
  at: number;
}

/** Cuts off responses that nobody reads: the rest would stay in memory. Event streams end with the reason. */
export function cutSlowReaders(server: Server, slowMs: number): void {
  const open = new Map<ServerResponse, ReadProgress>();
  let timer: NodeJS.Timeout | undefined;
  const checkAll = () => {
    for (const [response, progress] of open)
      if (isStuck(response, progress, slowMs)) {
        open.delete(response);
        cut(response, slowMs);
      }
  };
  server.on('request', (_, response: ServerResponse) => {
    open.set(response, { sent: 0, at: performance.now() });
    timer ??= setInterval(checkAll, slowMs / CHECKS_PER_LIMIT).unref();
    response.once('close', () => {
      open.delete(response);
      if (open.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
}

function isStuck({ socket }: ServerResponse, progress: ReadProgress, slowMs: number): boolean {
  const waiting = socket?.writableLength ?? 0;
  const sent = (socket?.bytesWritten ?? 0) - waiting;
  if (waiting === 0 || sent !== progress.sent) {
    progress.sent = sent;
    progress.at = performance.now();
  }
  return performance.now() - progress.at >= slowMs;
}

function cut(response: ServerResponse, slowMs: number): void {
  const { socket } = response;
  const reason = `the client read nothing of this response for ${slowMs} ms`;
  const problem = { type: 'about:blank', title: reason, status: 503, code: 'aborted' };
  if (eventResponses.has(response) && !response.writableEnded)
    response.end(`event: problem\ndata: ${JSON.stringify(problem)}\n\n`);
  setTimeout(() => socket?.destroy(), LAST_MS).unref();
}
