import type { HonoRequest } from 'hono';
import { Refusal } from './problem.ts';

/** The body as JSON; an empty one is no fields. Reads no more than `mostBytes` of it. */
export async function jsonOf(request: HonoRequest, mostBytes: number): Promise<unknown> {
  if (Number(request.header('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const bytes = await bytesOf(request.raw.body, mostBytes);
  if (bytes.length === 0) return {};
  const [type = ''] = (request.header('content-type') ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json')
    throw new Refusal(415, 'invalidInput', 'the body has to be JSON', {
      advice: 'send content-type: application/json',
    });
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Refusal(400, 'invalidInput', 'the body is not JSON', { cause });
  }
}

async function bytesOf(body: ReadableStream<Uint8Array> | null, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export const tooLarge = (mostBytes: number): Refusal =>
  new Refusal(413, 'invalidInput', `the body is larger than ${mostBytes} bytes`, { advice: 'send it in parts' });
