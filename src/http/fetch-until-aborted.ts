import { Readable } from 'node:stream';

interface FetchRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Of these, `Response` takes no body. */
const STATUSES_WITHOUT_BODY = [204, 205, 304];

/**
 * What adapters ask of `fetch`, for as long as the signal lets it wait: Node's own gives up on an answer that has not begun after 300 seconds, and a
 * model on a small machine takes longer. Follows no redirect.
 */
export async function fetchUntilAborted(
  url: string,
  { method, headers, body, signal }: FetchRequest,
): Promise<Response> {
  // Loaded when a server is first asked: Node takes 50 ms for it.
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
        // Refuses a status that is none.
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
