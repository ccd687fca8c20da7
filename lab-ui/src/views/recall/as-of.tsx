import { useEffect, useState } from 'preact/hooks';
import { When } from '../../parts/text.tsx';
import { useAsked } from '../../use-asked.ts';

const DAY_MS = 86_400_000;
const SETTLED_MS = 300;

interface AsOfProps {
  readonly at: Date | undefined;
  readonly onChange: (at: Date | undefined) => void;
}

export function AsOf({ at, onChange }: AsOfProps) {
  const { value: sessions } = useAsked((memory) => memory.sessions.list(), []);
  const now = Date.now();
  const begun = Math.min(
    now - DAY_MS,
    at?.getTime() ?? now,
    ...(sessions ?? []).map(({ firstAt }) => firstAt?.getTime() ?? now),
  );
  const days = Math.ceil((now - begun) / DAY_MS);
  const daysAgo = at === undefined ? 0 : Math.min(days, Math.round((now - at.getTime()) / DAY_MS));
  const [moved, setMoved] = useState(daysAgo);
  useEffect(() => setMoved(daysAgo), [daysAgo]);
  useEffect(() => {
    if (moved === daysAgo) return;
    const settled = setTimeout(() => onChange(moved === 0 ? undefined : new Date(now - moved * DAY_MS)), SETTLED_MS);
    return () => clearTimeout(settled);
  }, [moved]);
  return (
    <div class="as-of row">
      <label for="as-of">As of</label>
      <input
        id="as-of"
        type="range"
        min={-days}
        max={0}
        value={-moved}
        aria-valuetext={moved === 0 ? 'now' : `${moved} days ago`}
        onInput={({ currentTarget }) => setMoved(-Number(currentTarget.value))}
      />
      <output for="as-of">{moved === 0 ? 'now' : <When at={new Date(now - moved * DAY_MS)} isDay />}</output>
      {moved !== 0 && (
        <button type="button" class="link" onClick={() => setMoved(0)}>
          Back to now
        </button>
      )}
    </div>
  );
}
