export function AuditScheduleTab() {
  return <p>Audit Schedule</p>;
}
