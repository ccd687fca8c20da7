export function LiveView() {
  return <p>Nothing here yet.</p>;
}
