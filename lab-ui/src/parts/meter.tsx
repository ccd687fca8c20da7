import './meter.css';

interface MeterProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly value: number;
  readonly mark?: number;
  readonly text: string;
  readonly kind?: 'good' | 'warn';
}

const width = (share: number): string => `${Math.min(1, Math.max(0, share)) * 100}%`;

export const Meter = ({ label, value, mark, text, kind = 'good' }: MeterProps) => (
  <div class={`meter meter-${kind}`} role="img" aria-label={`${label}: ${text}`}>
    <span class="fill" style={{ width: width(value) }} />
    {mark !== undefined && <span class="mark" style={{ left: width(mark) }} />}
  </div>
);
