/** Searches under way together. */
const AT_ONCE = 16;

/** What is found for each item, in their order. */
export async function searchEach<Item, Found>(
  items: readonly Item[],
  search: (item: Item, at: number) => Promise<Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    found.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map((item, at) => search(item, from + at)))));
  return found;
}
