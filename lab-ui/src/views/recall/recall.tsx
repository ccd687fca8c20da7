export function RecallView() {
  return <p>Nothing here yet.</p>;
}
