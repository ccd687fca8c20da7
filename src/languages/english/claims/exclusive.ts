const pairs = (list: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const opposites = new Map<string, Set<string>>();
  for (const pair of list.split(';')) {
    const [left = '', right = ''] = pair.trim().split(/\s+/);
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const)
      opposites.set(from, (opposites.get(from) ?? new Set()).add(to));
  }
  return opposites;
};

const OPPOSITES = pairs(
  `dark light; window aisle; short long; brief detailed; brief long; short detailed; concise detailed; concise verbose; terse verbose; hot cold;
  hot iced; warm cold; tabs spaces; sweet savoury; sweet savory; sweet salty; early late; morning evening; mornings evenings; morning night;
  formal informal; formal casual; big small; large small; open closed; on off; enabled disabled; alive dead; up down; public private; full empty;
  finished unfinished; paid unpaid; healthy sick; left right; left-handed right-handed; indoor outdoor; indoors outdoors; loud quiet;
  single married; single engaged; single divorced; married divorced; married widowed; divorced engaged; married engaged; male female; online
  offline; employed unemployed; metric imperial; available unavailable; active inactive; pregnant childless; optional mandatory; optional
  required; deprecated supported; approved rejected; vegan carnivore; vegetarian carnivore; introverted extroverted; paper digital; manual
  automatic; fast slow; cheap expensive; weekdays weekends; soft hard; still sparkling; valid invalid; correct wrong; true false; yes no`,
);

const GROUPS: readonly ReadonlySet<string>[] = [
  'red blue green yellow black white orange purple brown grey gray pink silver turquoise beige',
].map((list) => new Set(list.split(' ')));

/** Two words that cannot both be said of one thing at once. */
export const areExclusive = (left: string, right: string): boolean =>
  OPPOSITES.get(left)?.has(right) === true ||
  (left !== right && GROUPS.some((group) => group.has(left) && group.has(right)));
