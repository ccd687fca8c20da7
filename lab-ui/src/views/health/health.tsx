export function HealthView() {
  return <p>Nothing here yet.</p>;
}
