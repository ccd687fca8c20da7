import type { Memory } from '../../../src/model/memory.ts';
import { hrefOf } from '../route.ts';
import { kindOf, statusOf } from './status.ts';
import { beginningOf, PlainText, Tag } from './text.tsx';

export const MemoryLine = ({ memory }: { readonly memory: Memory }) => (
  <div class={memory.status === 'active' ? 'memory-line' : 'memory-line is-past'}>
    <PlainText text={memory.content} />{' '}
    <span class="about-memory">
      {statusOf(memory) !== 'active' && <Tag word={statusOf(memory)} kind={kindOf(memory)} />}
      <Tag word={memory.type} />
      <a href={hrefOf('memories', memory.id)} aria-label={`Open memory: ${beginningOf(memory.content, 60)}`}>
        Open
      </a>
    </span>
  </div>
);
