import type { Memory } from '../../../../src/index.ts';
import { statusOf } from '../../parts/status.ts';
import { When } from '../../parts/text.tsx';
import { WordDiff } from '../../parts/word-diff.tsx';
import { MemoryLink } from './memory-links.tsx';

const WHY: Readonly<Record<string, string>> = {
  archived: 'Archived memories are not recalled.',
  expired: 'Expired memories are not recalled.',
  decayed: 'It decayed because it was not used for a long time.',
  ended: 'It is superseded: it was true once.',
  'in doubt': 'A memory that it rests on is no longer true.',
};

export function Outdated({ memory, by }: { readonly memory: Memory; readonly by: Memory | undefined }) {
  const { content, invalidAt, supersededBy } = memory;
  const status = statusOf(memory);
  if (status === 'active') return null;
  return (
    <aside class="outdated" aria-label="Outdated">
      <p>
        <strong>{status === 'in doubt' ? 'Doubted.' : 'Outdated.'}</strong> {WHY[status]}
        {invalidAt !== undefined && (
          <>
            {' '}
            True until <When at={invalidAt} isDay />.
          </>
        )}
      </p>
      {supersededBy !== undefined && (
        <>
          <p>
            Replaced by <MemoryLink id={supersededBy} memory={by} />
          </p>
          {by !== undefined && <WordDiff before={content} after={by.content} />}
        </>
      )}
    </aside>
  );
}
