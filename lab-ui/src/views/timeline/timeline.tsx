export function TimelineView() {
  return <p>Nothing here yet.</p>;
}
