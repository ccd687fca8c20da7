/** All of it, at most so many at once. If one rejects the others still end before its error is thrown. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: PromiseSettledResult<Result>[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++)
      results[at] = (await Promise.allSettled([work(items[at] as Item)]))[0];
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
