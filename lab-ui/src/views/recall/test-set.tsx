import { useRef } from 'preact/hooks';
import { percent } from '../../parts/numbers.ts';
import { Failure } from '../../parts/states.tsx';
import { hrefOf } from '../../route.ts';
import { useAsked } from '../../use-asked.ts';
import { isTuned } from './bench.ts';
import type { Change } from './rank.ts';
import type { AgentSettingsState } from './use-settings.ts';

interface TestSetProps {
  readonly settings: AgentSettingsState;
  readonly query: string;
  readonly isSilent: boolean;
  /** Pinned queries wait until the answer is shown. */
  readonly isWaiting: boolean;
  readonly tried: Change;
}

export function TestSet({ settings, query, isSilent, isWaiting, tried }: TestSetProps) {
  const { tests, changeTests } = settings;
  const stored = JSON.stringify(settings.asked.value?.tests ?? []);
  const known = useRef('[]');
  if (!isWaiting) known.current = stored;
  const previous = known.current;
  const saved = useAsked(
    async (memory, signal) => (previous === '[]' ? undefined : memory.evaluate({ signal })),
    [previous, JSON.stringify(settings.asked.value?.recall)],
  );
  const now = useAsked(
    async (memory, signal) =>
      previous === '[]' || !isTuned(tried) ? undefined : memory.evaluate({ config: tried, signal }),
    [previous, JSON.stringify(tried)],
  );
  const isTrying = isTuned(tried) && now.value !== undefined;
  const scores = isTrying ? now.value : saved.value;
  return (
    <section class="card tests" aria-labelledby="tests" aria-busy={saved.isLoading || now.isLoading}>
      <h2 id="tests">Test queries</h2>
      {tests.length === 0 ? (
        <p class="soft">
          Tick “Should be recalled” at the expected memories to pin the query here. Then change settings and compare.
        </p>
      ) : (
        <>
          <dl class="scores" aria-live="polite">
            {(['precision', 'recall'] as const).map((name) => (
              <div key={name}>
                <dt>{name === 'precision' ? 'Precision' : 'Recall'}</dt>
                <dd>
                  <Score before={isTrying ? saved.value?.[name] : undefined} now={scores?.[name]} />
                </dd>
              </div>
            ))}
          </dl>
          <div class="pinned">
            <table>
              <caption class="hidden">Pinned queries</caption>
              <thead>
                <tr>
                  <th scope="col">Query</th>
                  <th scope="col" class="number" title="Precision: the expected share of recalled memories">
                    Prec.
                  </th>
                  <th scope="col" class="number" title="Recall: the recalled share of expected memories">
                    Rec.
                  </th>
                  <th scope="col">
                    <span class="hidden">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {tests.map((test) => {
                  const score = scores?.queries.find((each) => each.query === test.query);
                  const before = isTrying ? saved.value?.queries.find((each) => each.query === test.query) : undefined;
                  return (
                    <tr key={test.query}>
                      <td>
                        <a
                          href={hrefOf('recall', undefined, { q: test.query })}
                          aria-current={test.query === query || undefined}
                        >
                          <bdi>{test.query}</bdi>
                        </a>
                        <span class="soft">
                          {' '}
                          {test.expected.length === 0 ? 'nothing expected' : `${test.expected.length} expected`}
                          {score !== undefined && score.missing.length > 0 && `, ${score.missing.length} missing`}
                          {score !== undefined && score.extra.length > 0 && `, ${score.extra.length} too many`}
                        </span>
                      </td>
                      <td class="number">
                        <Score before={before?.precision} now={score?.precision} />
                      </td>
                      <td class="number">
                        <Score before={before?.recall} now={score?.recall} />
                      </td>
                      <td>
                        <button
                          type="button"
                          class="link"
                          aria-label={`Remove the query ${test.query}`}
                          onClick={() => changeTests((all) => all.filter(({ query: other }) => other !== test.query))}
                        >
                          ×
                        </button>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
      {query !== '' && isSilent && tests.every((test) => test.query !== query) && (
        <button type="button" onClick={() => changeTests((all) => [...all, { query, expected: [] }])}>
          Pin: expect no memories
        </button>
      )}
      {(saved.error ?? now.error) !== undefined && <Failure error={saved.error ?? now.error} again={saved.again} />}
    </section>
  );
}

function Score({ before, now }: { readonly before?: number | undefined; readonly now: number | undefined }) {
  if (now === undefined) return <span class="soft">…</span>;
  if (before === undefined || percent(before) === percent(now)) return <>{percent(now)}</>;
  return (
    <>
      <s class="soft">{percent(before)}</s>{' '}
      <span class={now > before ? 'better' : 'worse'}>
        {percent(now)} <span aria-hidden="true">{now > before ? '▲' : '▼'}</span>
        <span class="hidden">{now > before ? 'better' : 'worse'}</span>
      </span>
    </>
  );
}
