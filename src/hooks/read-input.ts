/** More than any event that a person caused; what is behind is dropped, and with it the event. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The JSON on stdin. Rejects if there is none within the time. */
export async function readInput(input: AsyncIterable<Uint8Array>, timeMs: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const { promise, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), timeMs);
  const iterator = input[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), promise]);
      if (next === 'late') throw new Error(`the program did not finish its event within ${timeMs} ms`);
      if (next.done) break;
      bytes += next.value.length;
      if (bytes > MAX_BYTES) throw new Error(`the event is longer than ${MAX_BYTES} bytes`);
      chunks.push(next.value);
    }
  } finally {
    clearTimeout(timer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(text.trim() === '' ? 'the event is empty' : `the event of ${bytes} bytes is not JSON`);
  }
}
