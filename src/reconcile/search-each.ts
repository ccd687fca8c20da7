/** Searches under way together. */
const MAX_CONCURRENT = 16;

/** What is found for each item, in their order. */
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
