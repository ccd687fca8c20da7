export function MemoriesView() {
  return <p>Nothing here yet.</p>;
}
