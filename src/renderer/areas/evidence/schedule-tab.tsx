export function ScheduleTab() {
  return <p>Collection Schedule</p>;
}
