export interface Bounds {
  readonly value: number;
  /** How many times the value a cost may be, or how many points a share may be worse. */
  readonly tolerance: number;
  readonly kind: 'cost' | 'higher is better' | 'lower is better';
}

export interface Judged {
  readonly line: string;
  readonly isWorse: boolean;
}

const rounded = (value: number): number => Number(value.toPrecision(3));

/** A figure beside the committed one and its limit. */
export function judge(name: string, figure: number, { value, tolerance, kind }: Bounds): Judged {
  const limit =
    kind === 'cost' ? value * tolerance : kind === 'higher is better' ? value - tolerance : value + tolerance;
  const isWorse = !(kind === 'higher is better' ? figure >= limit : figure <= limit);
  const line = `${isWorse ? 'WORSE ' : 'ok    '}${name}: ${rounded(figure)}, committed ${rounded(value)}, limit ${rounded(limit)}`;
  return { line, isWorse };
}
