import type { ComponentChildren } from 'preact';
import type { Memory } from '../../../../src/index.ts';
import { counted, percent } from '../../parts/numbers.ts';
import { kindOf, statusOf } from '../../parts/status.ts';
import { Tag, When } from '../../parts/text.tsx';

export function MemoryFacts({ memory }: { readonly memory: Memory }) {
  const { type, component, category, confidence, importance, salience, createdAt, updatedAt, validAt, invalidAt } =
    memory;
  const { accessCount, lastAccessedAt, projectId, sessionId, id } = memory;
  const facts: Readonly<Record<string, ComponentChildren>> = {
    Status: <Tag word={statusOf(memory)} kind={kindOf(memory)} />,
    Kind: `${type}, ${component}, ${category}`,
    Sure: percent(confidence),
    Important: percent(importance),
    Salient: percent(salience),
    Learnt: <When at={createdAt} />,
    Changed: updatedAt > createdAt && <When at={updatedAt} />,
    'True since': validAt && <When at={validAt} isDay />,
    'True until': invalidAt && <When at={invalidAt} isDay />,
    Recalled: (
      <>
        {counted(accessCount, 'time', 'times')}
        {lastAccessedAt && ', last '}
        {lastAccessedAt && <When at={lastAccessedAt} />}
      </>
    ),
    Project: projectId,
    Session: sessionId,
    Id: <code>{id}</code>,
  };
  return (
    <dl class="facts">
      {Object.entries(facts).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
