/** The lines of a body as they come in; `heard` is called whenever something does. */
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
    // Whoever stops reading lets the server know.
    await reader.cancel().catch(() => {});
  }
}

export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Server-sent events; one that the stream breaks off in is left out, and so are comments, which only keep the connection. */
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
