/** Kinds by name of which one, told, half answers a question about another: not to be asked as if nothing was told. */
const OVERLAPS: readonly (readonly string[])[] = [
  ['sport', 'training days', 'race goal'],
  ['job', 'employer', 'side business', 'studies'],
  ['diet', 'allergy', 'cuisine', 'disliked food'],
  ['allergy', 'ailment'],
  ['project', 'client', 'decision'],
  ['deploy', 'branching'],
  ['editor', 'notes'],
  ['framework', 'language'],
  ['commute', 'car', 'morning'],
  ['partner', 'anniversary'],
  ['course', 'instrument', 'sport', 'side business'],
  ['pet', 'neighbour'],
  ['morning', 'coffee'],
  ['meeting time', 'training days'],
  ['manager', 'colleague'],
  ['purchase', 'car', 'laptop', 'instrument'],
  ['trip', 'saving goal'],
  ['workplace', 'internet', 'laptop'],
  ['answer style', 'units'],
];

export const overlapping = (kind: string): Set<string> =>
  new Set([kind, ...OVERLAPS.filter((group) => group.includes(kind)).flat()]);
