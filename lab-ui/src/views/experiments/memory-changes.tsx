import type { ComponentChildren } from 'preact';
import { percent } from '../../parts/numbers.ts';
import { PlainText, Tag } from '../../parts/text.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { hrefOf } from '../../route.ts';
import type { Experiment } from './runs.ts';

type Changes = Experiment['memories'];
type MemorySummary = Changes['gained']['memories'][number];
type ChangedField = keyof MemorySummary;

export const Memories = ({ memories: { gained, lost, changed, byHand } }: { readonly memories: Changes }) => (
  <div class="groups">
    <Group title="Gained" count={gained.count}>
      {gained.memories.map((memory) => (
        <Memory key={memory.content} memory={memory} />
      ))}
    </Group>
    <Group title="Lost" count={lost.count}>
      {lost.memories.map((memory) => (
        <Memory key={memory.id} memory={memory} id={memory.id} />
      ))}
    </Group>
    <Group title="Changed" count={changed.count}>
      {changed.memories.map(({ before, after, fields }) => (
        <Memory key={before.id} memory={after} id={before.id}>
          <dl>
            {fields.map((field) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>{fieldChange(before, after, field)}</dd>
              </div>
            ))}
          </dl>
        </Memory>
      ))}
    </Group>
    {byHand.count > 0 && (
      <Group title="By hand, not part of a replay" count={byHand.count}>
        {byHand.memories.map((memory) => (
          <Memory key={memory.id} memory={memory} id={memory.id} />
        ))}
      </Group>
    )}
  </div>
);

function fieldChange(before: MemorySummary, after: MemorySummary, field: string): ComponentChildren {
  const [one, other] = [before[field as ChangedField], after[field as ChangedField]];
  if (one === undefined || other === undefined) return 'changed';
  if (typeof one === 'number' && typeof other === 'number') return `${percent(one)} → ${percent(other)}`;
  return (
    <>
      <PlainText text={String(one)} /> → <PlainText text={String(other)} />
    </>
  );
}

function Group({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: number;
  readonly children: readonly ComponentChildren[];
}) {
  const { shown, more } = useFirst(children, 20);
  return (
    <section class="card">
      <h3>
        {title} <span class="soft">{count}</span>
      </h3>
      {count === 0 && <p class="soft">None.</p>}
      <ul>{shown}</ul>
      {more}
      {!more && count > children.length && <p class="soft">The first {children.length} are listed.</p>}
    </section>
  );
}

const Memory = ({
  memory: { content, type, component, status },
  id,
  children,
}: {
  readonly memory: MemorySummary;
  readonly id?: string;
  readonly children?: ComponentChildren;
}) => (
  <li>
    <PlainText text={content} />
    {children}
    <div class="row soft">
      {status !== 'active' && <Tag word={status} kind="warn" />} {component}, {type}
      {id !== undefined && <a href={hrefOf('memories', id)}>Open</a>}
    </div>
  </li>
);
