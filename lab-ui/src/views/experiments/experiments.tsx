export function ExperimentsView() {
  return <p>Nothing here yet.</p>;
}
