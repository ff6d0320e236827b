export function FindingsTab() {
  return <p>Findings & Issues</p>;
}
