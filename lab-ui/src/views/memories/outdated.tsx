import type { Memory } from '../../../../src/index.ts';
import { statusOf } from '../../parts/status.ts';
import { When } from '../../parts/text.tsx';
import { WordDiff } from '../../parts/word-diff.tsx';
import { MemoryLink } from './memory-links.tsx';

const WHY: Readonly<Record<string, string>> = {
  archived: 'It was archived, and is not recalled.',
  expired: 'Its time is over, and it is not recalled.',
  decayed: 'It was not needed for long and has faded.',
  ended: 'It was true once.',
  'in doubt': 'Something it rests on no longer holds.',
};

export function Outdated({ memory, by }: { readonly memory: Memory; readonly by: Memory | undefined }) {
  const { content, invalidAt, supersededBy } = memory;
  const status = statusOf(memory);
  if (status === 'active') return null;
  return (
    <aside class="outdated" aria-label="Out of date">
      <p>
        <strong>{status === 'in doubt' ? 'In doubt.' : 'Out of date.'}</strong> {WHY[status]}
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
