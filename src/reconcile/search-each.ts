const MAX_CONCURRENT = 16;

export async function searchEach<Item, Match>(
  items: readonly Item[],
  search: (item: Item, at: number) => Promise<Match>,
): Promise<Match[]> {
  const matches: Match[] = [];
  for (let from = 0; from < items.length; from += MAX_CONCURRENT)
    matches.push(
      ...(await Promise.all(items.slice(from, from + MAX_CONCURRENT).map((item, at) => search(item, from + at)))),
    );
  return matches;
}
