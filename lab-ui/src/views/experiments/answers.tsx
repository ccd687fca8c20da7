import { percent } from '../../parts/numbers.ts';
import { PlainText, Tag } from '../../parts/text.tsx';
import type { Experiment } from './runs.ts';

type Changed = Experiment['queries']['changed'][number];
type Item = Changed['before'][number];

interface AnswersProps {
  readonly changed: readonly Changed[];
  /** Pinned memories that the experiment lacks under any settings. */
  readonly byHand: ReadonlySet<string>;
}

export const Answers = ({ changed, byHand }: AnswersProps) => (
  <>
    {changed.map(({ query, before, after }) => (
      <article key={query} class="card">
        <h3>
          <PlainText text={query} />
        </h3>
        <div class="sides">
          <Side title="Now" items={before} others={after} word="lost" moved="there at" byHand={byHand} />
          <Side title="In the experiment" items={after} others={before} word="gained" moved="now at" />
        </div>
      </article>
    ))}
  </>
);

interface SideProps {
  readonly title: string;
  readonly items: readonly Item[];
  readonly others: readonly Item[];
  readonly word: 'gained' | 'lost';
  readonly moved: string;
  readonly byHand?: ReadonlySet<string>;
}

const Side = ({ title, items, others, word, moved, byHand }: SideProps) => (
  <div>
    <h4>{title}</h4>
    {items.length === 0 && <p class="soft">Silence: no memory was confident enough.</p>}
    <ol>
      {items.map(({ content, component, confidence }, place) => {
        const other = others.findIndex((each) => each.content === content);
        return (
          <li key={`${place} ${content}`}>
            <PlainText text={content} />
            <div class="row soft">
              {other < 0 && byHand?.has(content) ? (
                <Tag word="by hand" />
              ) : other < 0 ? (
                <Tag word={word} kind={word === 'gained' ? 'good' : 'danger'} />
              ) : (
                other !== place && <Tag word={`${moved} ${other + 1}`} />
              )}
              {component}, {percent(confidence)} sure
            </div>
          </li>
        );
      })}
    </ol>
  </div>
);
