import { wordsOf } from './happening.ts';
import { counts } from './stream.ts';

interface KindsProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function Kinds({ chosen, onChoose }: KindsProps) {
  const names = [...new Set([...counts.value.keys(), ...chosen])].sort();
  if (names.length === 0) return null;
  const turned = (name: string) =>
    new Set(chosen.has(name) ? [...chosen].filter((other) => other !== name) : [...chosen, name]);
  return (
    <fieldset class="kinds">
      <legend>Show only</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          class="kind"
          aria-pressed={chosen.has(name)}
          onClick={() => onChoose(turned(name))}
        >
          {wordsOf(name)} <span class="count">{(counts.value.get(name) ?? 0).toLocaleString()}</span>
        </button>
      ))}
      {chosen.size > 0 && (
        <button type="button" class="link" onClick={() => onChoose(new Set())}>
          Show all
        </button>
      )}
    </fieldset>
  );
}
