export function GapsTab() {
  return <p>Gap Analysis</p>;
}
