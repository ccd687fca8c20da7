export function ChatView() {
  return <p>Nothing here yet.</p>;
}
