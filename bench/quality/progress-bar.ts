import type { WriteStream } from 'node:tty';

const WIDTH = 30;

export interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** A bar on a terminal; nothing at all elsewhere. */
export function progressBar(stream: WriteStream) {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(text);
  };
  return {
    draw({ stage, done, total }: Progress): void {
      const filled = Math.round((done / total) * WIDTH);
      write(`\r\x1b[K${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${stage} ${done}/${total}`);
    },
    clear: (): void => write('\r\x1b[K'),
  };
}
