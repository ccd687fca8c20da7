export function ContextView() {
  return <p>Nothing here yet.</p>;
}
