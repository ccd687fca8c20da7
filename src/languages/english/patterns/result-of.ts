/** What work that is done a little at a time comes to, without a pause. */
export function resultOf<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
