export function ControlsTab() {
  return <p>Controls</p>;
}
