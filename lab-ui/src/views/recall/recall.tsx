import { useEffect, useMemo } from 'preact/hooks';
import { Answer, Empty } from '../../parts/states.tsx';
import { momentIn, route } from '../../route.ts';
import { useSettled } from '../../use-settled.ts';
import { base, change, isTuned, lastAsked, merged } from './bench.ts';
import { type ItemContext, RecalledItem } from './item.tsx';
import { LeftOutList } from './left-out.tsx';
import { QueryForm } from './query-form.tsx';
import { type Explanation, type Item, likelyItems, type Moves, rerank } from './rank.ts';
import { queryWords } from './shared-words.ts';
import { Legend } from './shares.tsx';
import { Suggestions } from './suggestions.tsx';
import { TestSet } from './test-set.tsx';
import { Tuning } from './tuning.tsx';
import { type Reading, useExplained, useReading } from './use-explained.ts';
import { type AgentSettingsState, useSettings } from './use-settings.ts';
import { Verdict } from './verdict.tsx';
import './recall.css';

const SETTLED_MS = 250;

export function RecallView() {
  const settings = useSettings();
  const query = route.value.query.get('q') ?? (lastAsked.value || settings.tests[0]?.query || '');
  const asOf = momentIn(route.value.query, 'asOf');
  const tried = useSettled(change.value, SETTLED_MS);
  const asked = useExplained(query, asOf, tried);
  const answered = asked.value;
  const shown = useReading(asked);
  useEffect(() => {
    if (answered === undefined) return;
    lastAsked.value = answered.explained.query;
    if (!isTuned(answered.tried)) base.value = answered.explained.config;
  }, [answered]);
  const isPreview = answered !== undefined && JSON.stringify(answered.tried) !== JSON.stringify(change.value);
  const explained = useMemo(
    () =>
      shown.explained && isPreview
        ? rerank(shown.explained, merged(base.value ?? shown.explained.config, change.value))
        : shown.explained,
    [shown.explained, change.value],
  );
  const isReading = shown.reading?.is === 'reading';
  return (
    <div class="recall">
      <QueryForm query={query} asOf={asOf} />
      {query === '' && !settings.asked.isLoading && <Suggestions />}
      <div class="bench">
        <Answer asked={asked} what="the answer">
          {() => explained && <Recalled {...{ explained, isPreview, settings }} reading={shown.reading} />}
        </Answer>
        <aside aria-label="Tuning and test queries">
          <TestSet
            {...{ settings, query, tried }}
            isSilent={explained?.items.length === 0}
            isWaiting={isReading || (asked.isLoading && answered === undefined)}
          />
          {explained !== undefined && <Tuning settings={settings} config={explained.config} />}
        </aside>
      </div>
    </div>
  );
}

interface RecalledProps {
  readonly explained: Explanation;
  readonly isPreview: boolean;
  readonly reading: Reading | undefined;
  readonly settings: AgentSettingsState;
}

const UNMOVED: Moves = new Map();

function Recalled({ explained, isPreview, reading, settings: { tests, changeTests } }: RecalledProps) {
  const { query, items, considered, config } = explained;
  const all = [...items, ...considered];
  const words = useMemo(
    () =>
      queryWords(
        query,
        all.map(({ content }) => content),
      ),
    [explained],
  );
  const expected = tests.find((test) => test.query === query.trim())?.expected ?? [];
  const context: ItemContext = {
    ...{ words, weights: config.weights, best: Math.max(0, ...all.map(({ score }) => score)) },
    likely: likelyItems(items),
    moves: reading?.is === 'read' && !isPreview ? reading.moves : UNMOVED,
    isExpected: (item) => idsOf(item).some((id) => expected.includes(id)),
    expect: (item, isExpected) =>
      changeTests((stored) => {
        const before = stored.find((test) => test.query === query.trim());
        const others = (before?.expected ?? []).filter((id) => !idsOf(item).includes(id));
        const test = { query: query.trim(), expected: isExpected ? [...others, item.id] : others };
        return before === undefined ? [...stored, test] : stored.map((each) => (each === before ? test : each));
      }),
  };
  return (
    <>
      <Verdict {...{ explained, isPreview, reading }} />
      {items.length === 0 && considered.length === 0 ? (
        <Empty title="No memory is relevant">
          <p>Ask another question, or browse Memories.</p>
        </Empty>
      ) : (
        <Legend />
      )}
      <div class="recalled">
        <ol class="items">
          {items.map((item) => (
            <RecalledItem key={item.id} item={item} {...context} />
          ))}
        </ol>
        <LeftOutList explained={explained} context={context} />
      </div>
    </>
  );
}

/** An item also answers for its duplicates. */
const idsOf = ({ id, alsoIn = [] }: Item): string[] => [id, ...alsoIn.map((other) => other.id)];
