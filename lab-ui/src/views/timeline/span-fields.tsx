import { fractionOf, momentAt, type Span } from './span.ts';

const STEPS = 1000;
const SPOKEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

interface SpanFieldsProps {
  readonly whole: Span;
  readonly shown: Span;
  readonly onShow: (span: Span) => void;
  readonly onSpan: (span: Span) => void;
}

export function SpanFields({ whole, shown, onShow, onSpan }: SpanFieldsProps) {
  const withEnd = (end: keyof Span, at: Date): Span =>
    end === 'from'
      ? { from: at, to: shown.to < at ? at : shown.to }
      : { from: shown.from > at ? at : shown.from, to: at };
  const atStep = (end: keyof Span, step: string) => withEnd(end, momentAt(Number(step) / STEPS, whole));
  return (
    <>
      <div class="sliders">
        {(['from', 'to'] as const).map((end) => (
          <input
            key={end}
            type="range"
            min={0}
            max={STEPS}
            value={Math.round(fractionOf(shown[end], whole) * STEPS)}
            aria-label={end === 'from' ? 'Compare from' : 'Compare to'}
            aria-valuetext={SPOKEN.format(shown[end])}
            onInput={({ currentTarget }) => onShow(atStep(end, currentTarget.value))}
            onChange={({ currentTarget }) => onSpan(atStep(end, currentTarget.value))}
          />
        ))}
      </div>
      <div class="row fields">
        {(['from', 'to'] as const).map((end) => (
          <label key={end}>
            {end === 'from' ? 'Between' : 'and'}{' '}
            <input
              type="datetime-local"
              step={1}
              value={localOf(shown[end])}
              onChange={({ currentTarget: { value } }) => value !== '' && onSpan(withEnd(end, new Date(value)))}
            />
          </label>
        ))}
        <button type="button" onClick={() => onSpan(whole)}>
          Whole time
        </button>
      </div>
    </>
  );
}

/** Value of a `datetime-local` field: local time without a zone. */
function localOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
