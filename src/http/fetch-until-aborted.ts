import { Readable } from 'node:stream';

interface FetchRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

const STATUSES_WITHOUT_BODY = [204, 205, 304];

/**
 * The `fetch` of adapters: Node's own gives up after 300 seconds without an answer, too early for a model on a small machine. It follows no
 * redirect.
 */
export async function fetchUntilAborted(
  url: string,
  { method, headers, body, signal }: FetchRequest,
): Promise<Response> {
  // Loaded on the first request: Node takes 50 ms to load it.
  const { request: ask } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const request = ask(url, { method, headers: { 'content-length': Buffer.byteLength(body), ...headers }, signal });
    request.on('error', reject);
    request.on('response', (answer) => {
      const status = answer.statusCode ?? 0;
      const fields = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const hasBody = !STATUSES_WITHOUT_BODY.includes(status);
      if (!hasBody) answer.resume();
      try {
        // Throws on an invalid status.
        const init = new Response(null, { status, headers: fields });
        resolve(hasBody ? new Response(Readable.toWeb(answer) as ReadableStream, init) : init);
      } catch (error) {
        answer.destroy();
        reject(error);
      }
    });
    request.end(body);
  });
}
