import type { WriteStream } from 'node:tty';
import type { OperationProgress } from '../../operations/operation.ts';

const WIDTH = 30;

/** A bar on a terminal; nothing at all elsewhere. */
export function progressBar(stream: WriteStream) {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(text);
  };
  return {
    draw({ stage, done, total }: OperationProgress): void {
      const filled = total === 0 ? WIDTH : Math.round((done / total) * WIDTH);
      write(`\r\x1b[K${stage} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}`);
    },
    clear: (): void => write('\r\x1b[K'),
  };
}
