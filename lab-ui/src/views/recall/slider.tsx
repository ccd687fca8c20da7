import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface SliderProps {
  readonly title: string;
  readonly about: string;
  readonly sign?: ComponentChildren;
  readonly value: number;
  readonly usual: number | undefined;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}

export function Slider({ title, about, sign, value, usual, max, step, onChange }: SliderProps) {
  const id = useId();
  const isTuned = usual !== undefined && usual !== value;
  return (
    <div class="slider" title={about}>
      <label for={id}>
        {sign} {title}
      </label>
      <output for={id} class={isTuned ? 'tuned' : undefined}>
        {isTuned && <s>{shown(usual)}</s>} {shown(value)}
      </output>
      <input
        id={id}
        type="range"
        {...{ min: 0, max: Math.max(max, usual ?? 0), step, value }}
        aria-description={about}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </div>
  );
}

const shown = (value: number): string => String(Math.round(value * 100) / 100);
