import { Meter } from '../../parts/meter.tsx';
import { counted, milliseconds, percent } from '../../parts/numbers.ts';
import { Degraded } from '../../parts/states.tsx';
import { tune } from './bench.ts';
import type { Explanation } from './rank.ts';
import type { Reading } from './use-explained.ts';

interface VerdictProps {
  readonly explained: Explanation;
  readonly isPreview: boolean;
  readonly reading: Reading | undefined;
}

export function Verdict({ explained, isPreview, reading }: VerdictProps) {
  const { items, confidence, config, tokens, timingsMs, degraded } = explained;
  const isListing = explained.candidates.listed > 0;
  const isSilent = items.length === 0;
  const isReading = reading?.is === 'reading';
  return (
    <section class={`verdict card${isSilent ? ' silent' : ''}`} aria-label="Answer">
      <div role="status">
        <h2>
          {isSilent ? 'Nothing' : counted(items.length, 'memory', 'memories')} recalled
          {isReading && ' so far'}
          {isPreview && <span class="soft"> (a preview)</span>}
        </h2>
        {isSilent && !isReading && <Silence explained={explained} />}
        {reading !== undefined && !isPreview && <p class="soft reading">{orderNotice(reading)}</p>}
      </div>
      {reading?.is === 'held' && (
        <button type="button" onClick={reading.show}>
          Show the order of the reader
        </button>
      )}
      <Degraded parts={degraded} />
      <dl class="gauges">
        {!isListing && (
          <div>
            <dt>Confidence</dt>
            <dd>
              <strong>{percent(confidence)}</strong>{' '}
              <span class="soft">where {percent(config.threshold)} is needed</span>
              <Meter
                label="Confidence of the answer"
                value={confidence}
                mark={config.threshold}
                kind={confidence < config.threshold ? 'warn' : 'good'}
                text={`${percent(confidence)} sure, ${percent(config.threshold)} needed`}
              />
            </dd>
          </div>
        )}
        <div>
          <dt>Room</dt>
          <dd>
            <strong>{tokens.toLocaleString()}</strong>{' '}
            <span class="soft">
              of {config.tokenBudget === null ? 'any number of' : config.tokenBudget.toLocaleString()} tokens
            </span>
            {config.tokenBudget !== null && (
              <Meter
                label="Tokens used"
                value={config.tokenBudget === 0 ? 1 : tokens / config.tokenBudget}
                text={`${tokens} of ${config.tokenBudget} tokens`}
              />
            )}
          </dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>
            <Stages timingsMs={timingsMs} />
          </dd>
        </div>
      </dl>
      {!isListing && (
        <p class="soft meaning">
          Confidence: how likely memory has an answer. Likely, at a memory: how likely it is part of the answer.
        </p>
      )}
    </section>
  );
}

function orderNotice({ is, moves: { size } }: Reading): string {
  if (is === 'reading') return 'The reader is running: the order may change.';
  if (is === 'failed') return 'The reader did not run: this is the order of the scores.';
  const counts = counted(size, 'memory', 'memories');
  if (is === 'held') return `Reader: ${counts} would change places.`;
  return `Reader: ${size === 0 ? 'the order stays' : `${counts} changed places`}.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Silence({ explained: { reason, confidence, config, considered } }: { readonly explained: Explanation }) {
  const isUnsure = considered.some(({ cutBy }) => cutBy === 'threshold');
  const enough = Math.floor(confidence * 100) / 100;
  return (
    <>
      <p>
        {capital(reason ?? 'No memory is relevant enough')}.{' '}
        {isUnsure &&
          `The best matches give ${percent(confidence)} confidence in an answer; the threshold is ${percent(config.threshold)}.`}
      </p>
      {isUnsure && (
        <button type="button" onClick={() => tune({ threshold: enough })}>
          Try a threshold of {percent(enough)}
        </button>
      )}
    </>
  );
}

function Stages({ timingsMs }: { readonly timingsMs: Readonly<Record<string, number>> }) {
  const { total = 0, ...stages } = timingsMs;
  const stageTimes = Object.entries(stages);
  const [longest] = stageTimes.toSorted(([, one], [, other]) => other - one);
  return (
    <>
      <strong>{milliseconds(total)}</strong>{' '}
      <span class="soft">{longest && `of it ${longest[0]} ${milliseconds(longest[1])}`}</span>
      <div
        class="stages"
        role="img"
        aria-label={stageTimes.map(([stage, ms]) => `${stage} ${milliseconds(ms)}`).join(', ')}
      >
        {stageTimes.map(([stage, ms]) => (
          <span key={stage} title={`${stage}: ${milliseconds(ms)}`} style={{ flexGrow: ms }} />
        ))}
      </div>
    </>
  );
}
