import type { Memory, MemoryVersion } from '../../../../src/index.ts';
import { percent } from '../../parts/numbers.ts';
import { Answer } from '../../parts/states.tsx';
import { Tag, When } from '../../parts/text.tsx';
import { WordDiff } from '../../parts/word-diff.tsx';
import { useAsked } from '../../use-asked.ts';
import { MemoryLink } from './memory-links.tsx';

export function MemoryHistory({ id }: { readonly id: string }) {
  const asked = useAsked((handle) => handle.memories.history(id), [id]);
  return (
    <Answer asked={asked} what="history">
      {(versions) => (
        <ol class="plain" reversed>
          {versions
            .map((version, at) => <Version key={version.number} {...{ version, before: versions[at - 1] }} />)
            .reverse()}
        </ol>
      )}
    </Answer>
  );
}

interface VersionProps {
  readonly version: MemoryVersion;
  readonly before: MemoryVersion | undefined;
}

function Version({ version: { number, since, cause, memory }, before }: VersionProps) {
  const changed = before === undefined ? [] : changesOf(before.memory, memory);
  return (
    <li class="version">
      <p>
        <strong>Version {number}</strong> <Tag word={CAUSES[cause.kind] ?? cause.kind} /> <When at={since} />
        {cause.reason !== undefined && <span class="soft"> · {cause.reason}</span>}
        {cause.by !== undefined && (
          <>
            {' '}
            by <MemoryLink id={cause.by} />
          </>
        )}
      </p>
      {before !== undefined && before.memory.content !== memory.content && (
        <WordDiff before={before.memory.content} after={memory.content} />
      )}
      {changed.length > 0 && <p class="soft">{changed.join(' · ')}</p>}
    </li>
  );
}

const CAUSES: Readonly<Record<string, string>> = { rolledBack: 'rolled back', created: 'learnt' };

const SHOWN: Readonly<Record<string, (memory: Memory) => string>> = {
  status: ({ status }) => status,
  type: ({ type }) => type,
  category: ({ category }) => category,
  importance: ({ importance }) => percent(importance),
  confidence: ({ confidence }) => percent(confidence),
  'true since': ({ validAt }) => validAt?.toLocaleDateString() ?? 'unknown',
  'true until': ({ invalidAt }) => invalidAt?.toLocaleDateString() ?? 'now',
};

const changesOf = (before: Memory, after: Memory): string[] =>
  Object.entries(SHOWN).flatMap(([name, show]) =>
    show(before) === show(after) ? [] : `${name} ${show(before)} → ${show(after)}`,
  );
