export function GraphView() {
  return <p>Nothing here yet.</p>;
}
