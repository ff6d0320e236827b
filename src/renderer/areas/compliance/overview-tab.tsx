export function OverviewTab() {
  return <p>Overview</p>;
}
