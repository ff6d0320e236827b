export function TrackingTab() {
  return <p>Evidence Tracking</p>;
}
