export function FrameworksTab() {
  return <p>Frameworks</p>;
}
