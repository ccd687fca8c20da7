interface Chosen {
  readonly from: number;
  readonly to: number;
  readonly worth: number;
}

/** The worthiest that share no clause, in the order they were said. */
export function chooseApart<Candidate extends Chosen>(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const candidate of candidates.toSorted((left, right) => right.worth - left.worth))
    if (!chosen.some(({ from, to }) => candidate.from <= to && candidate.to >= from)) chosen.push(candidate);
  return chosen.sort((left, right) => left.from - right.from);
}
