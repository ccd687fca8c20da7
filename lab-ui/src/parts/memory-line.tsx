import type { Memory } from '../../../src/model/memory.ts';
import { hrefOf } from '../route.ts';
import { beginningOf, Said, Tag } from './text.tsx';

/** What is no longer so, or no longer sure. */
const KINDS: Readonly<Partial<Record<Memory['status'], string>>> = { superseded: 'warn', forgotten: 'danger' };

/** A memory in a list: what it says, of what type, whether it still holds, and the way to it. */
export const MemoryLine = ({ memory }: { readonly memory: Memory }) => (
  <div class={memory.status === 'active' ? 'memory-line' : 'memory-line is-past'}>
    <Said text={memory.content} />{' '}
    <span class="about-memory">
      {memory.status !== 'active' && <Tag word={memory.status} kind={KINDS[memory.status] ?? 'plain'} />}
      {memory.doubtedAt !== undefined && <Tag word="in doubt" kind="warn" />}
      <Tag word={memory.type} />
      <a href={hrefOf('memories', memory.id)} aria-label={`Open memory: ${beginningOf(memory.content, 60)}`}>
        Open
      </a>
    </span>
  </div>
);
