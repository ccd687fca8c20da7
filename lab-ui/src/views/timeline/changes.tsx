import type { Difference, MemoryDiff, MemoryDifference } from '../../../../src/model/version.ts';
import type { Timeline } from '../../../../src/souvenir/timeline.ts';
import { MemoryLine } from '../../parts/memory-line.tsx';
import { Answer, Empty } from '../../parts/states.tsx';
import { PlainText, When } from '../../parts/text.tsx';
import { useFirst } from '../../parts/use-first.tsx';
import { useAsked } from '../../use-asked.ts';
import type { Span } from './span.ts';

const HEADINGS: Readonly<Record<Difference, string>> = {
  created: 'Learnt',
  superseded: 'Replaced',
  corrected: 'Corrected',
  updated: 'Changed',
  reinforced: 'Repeated and merged',
  doubted: 'In doubt',
  expired: 'Expired',
  archived: 'Archived',
  forgotten: 'Forgotten',
  restored: 'Restored',
};

const KINDS = Object.keys(HEADINGS) as Difference[];

const MAX_CHANGES = 5000;

export function Changes({ timeline, span }: { readonly timeline: Timeline; readonly span: Span }) {
  const { from, to } = span;
  const run = timeline.consolidations.find((each) => +each.from === +from && +each.to === +to);
  return (
    <section class="card changes" aria-labelledby="changes">
      <h2 id="changes">What changed</h2>
      <p class="soft">
        {run === undefined ? (
          <>
            Between <When at={from} /> and <When at={to} />
          </>
        ) : (
          <>
            In the consolidation of <When at={to} />
          </>
        )}
      </p>
      {changesIn(timeline, span) > MAX_CHANGES ? (
        <Empty title={`About ${changesIn(timeline, span).toLocaleString()} memories changed`}>
          <p>Move the two moments closer together to see which.</p>
        </Empty>
      ) : (
        <Compared span={span} />
      )}
    </section>
  );
}

/** An upper bound, counted in whole buckets. */
const changesIn = ({ buckets }: Timeline, { from, to }: Span): number =>
  buckets
    .filter((bucket) => bucket.to >= from && bucket.from <= to)
    .reduce((sum, { memoriesCreated, memoriesReplaced }) => sum + memoriesCreated + memoriesReplaced, 0);

function Compared({ span: { from, to } }: { readonly span: Span }) {
  const asked = useAsked((memory) => memory.memories.diff({ from, to }), [from.getTime(), to.getTime()]);
  return (
    <Answer asked={asked} what="Changes">
      {(diff) => {
        const elsewhere = KINDS.filter((kind) => kind !== 'created').flatMap((kind) => diff[kind]);
        const moved = elsewhere.filter(({ before }) => before === undefined).length;
        const kinds = KINDS.filter((kind) => diff[kind].length > 0);
        return (
          <>
            <p role="status" class={kinds.length === 0 ? undefined : 'hidden'}>
              {kinds.length === 0
                ? 'No changes in this period.'
                : kinds.map((kind) => `${HEADINGS[kind]}: ${diff[kind].length}`).join('. ')}
            </p>
            {moved > 0 && (
              <p class="soft">
                {(diff.created.length + moved).toLocaleString()} were learnt; {moved.toLocaleString()} of them are
                listed by their last change in this period.
              </p>
            )}
            {kinds.map((kind) => (
              <Group key={kind} kind={kind} diff={diff} />
            ))}
          </>
        );
      }}
    </Answer>
  );
}

const isTurn = ({ after }: MemoryDifference): boolean => after.type === 'episodic';

function Group({ kind, diff }: { readonly kind: Difference; readonly diff: MemoryDiff }) {
  // Derived memories come before episodes.
  const all = diff[kind].toSorted((a, b) => Number(isTurn(a)) - Number(isTurn(b)));
  const { shown, more } = useFirst(all, 12);
  return (
    <section class={`group of-${kind}`}>
      <h3>
        {HEADINGS[kind]} <span class="soft">{all.length.toLocaleString()}</span>
      </h3>
      <ul>
        {shown.map((difference) => (
          <li key={difference.memoryId}>
            <Change kind={kind} difference={difference} diff={diff} />
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

interface ChangeProps {
  readonly kind: Difference;
  readonly difference: MemoryDifference;
  readonly diff: MemoryDiff;
}

function Change({ kind, difference: { before, after, causes }, diff }: ChangeProps) {
  if (kind === 'superseded') {
    const by = causes.findLast((cause) => cause.kind === 'superseded')?.by ?? after.supersededBy;
    const next = [...diff.created, ...diff.updated, ...diff.reinforced].find(({ memoryId }) => memoryId === by)?.after;
    return (
      <>
        <MemoryLine memory={after} />
        {next !== undefined && (
          <p class="then">
            <span class="soft">Now:</span> <PlainText text={next.content} />
          </p>
        )}
      </>
    );
  }
  const isReworded = before !== undefined && before.content !== after.content;
  return (
    <>
      {isReworded && (
        <del>
          <PlainText text={before.content} />
        </del>
      )}
      <MemoryLine memory={after} />
    </>
  );
}
