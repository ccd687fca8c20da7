/** The lines of a body as they arrive; calls `onChunk` for each chunk. */
export async function* linesOf(body: ReadableStream<Uint8Array>, onChunk: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      onChunk();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    // Closes the connection when the reader stops early.
    await reader.cancel().catch(() => {});
  }
}

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Parses server-sent events; comments and a last, incomplete event are left out. */
export async function* serverSentEvents(lines: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let event = 'message';
  let data: string[] = [];
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n') };
      event = 'message';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
}
