import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus, List } from 'lucide-react';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import {
  AUDIT_STATUS_LABELS,
  AUDIT_STATUSES,
  type AuditStatus,
} from '../../../shared/areas/audits/audits.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { AuditRow } from './audit-row.tsx';
import { auditsQuery } from './audits.queries.ts';
import { CalendarChart } from './calendar-chart.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const LOOKS = [
  { value: 'list', label: 'List', icon: <List aria-hidden /> },
  { value: 'calendar', label: 'Calendar', icon: <CalendarDays aria-hidden /> },
] as const;
const ALL = 'ALL';
const STATUS_OPTIONS = [
  { value: ALL, label: 'Every status' },
  ...AUDIT_STATUSES.map((value) => ({ value, label: AUDIT_STATUS_LABELS[value] })),
];

/** The audits as a list or a calendar, or one of them where the address names it. */
export function AuditScheduleTab() {
  const audits = useQuery(auditsQuery(useClient()));
  const address = useAuditAddress();
  if (audits.isError && !audits.data)
    return (
      <ErrorState
        title="The audits could not be loaded"
        error={audits.error}
        onRetry={() => void audits.refetch()}
        isRetrying={audits.isFetching}
      />
    );
  if (audits.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <p className="text-fg-muted">Loading audit data...</p>
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
    );
  const id = address.get('audit');
  if (id === null) return <Schedule audits={audits.data.rows} />;
  const open = audits.data.rows.find((audit) => audit.id === id);
  if (open) return <AuditDetail key={id} audit={open} />;
  return (
    <EmptyState
      title="There is no such audit"
      text="It may belong to another workspace."
      action={<Button onClick={() => address.set({ audit: null })}>Show all audits</Button>}
    />
  );
}

function Schedule({ audits }: { audits: readonly Audit[] }) {
  const address = useAuditAddress();
  const mayWrite = useMay('audits.write');
  const look = address.get('look') === 'calendar' ? 'calendar' : 'list';
  const wanted = AUDIT_STATUSES.find((status) => status === address.get('status')) ?? null;
  const shown = wanted === null ? audits : audits.filter(({ status }) => status === wanted);
  if (audits.length === 0)
    return (
      <EmptyState
        icon={<CalendarPlus />}
        title="No Audits Scheduled"
        text="Schedule one to choose its scope, ask for evidence, draw samples and follow findings."
        action={
          mayWrite && (
            <Button variant="primary" onClick={() => address.set({ schedule: 'new' })}>
              Schedule Audit
            </Button>
          )
        }
      />
    );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Show audits as"
          value={look}
          onValueChange={(value) => address.set({ look: value === 'list' ? null : value })}
          segments={LOOKS}
        />
        <div className="w-44">
          <Select
            label="Status"
            value={wanted ?? ALL}
            options={STATUS_OPTIONS}
            onValueChange={(value: AuditStatus | typeof ALL | string) =>
              address.set({ status: value === ALL ? null : value })
            }
          />
        </div>
        <p className="text-xs text-fg-muted tabular-nums">
          {shown.length.toLocaleString()} of {audits.length.toLocaleString()}
        </p>
      </div>
      {look === 'calendar' && <CalendarChart audits={shown} />}
      {look === 'list' && (
        <ul aria-label="Audits" className="flex flex-col gap-3">
          {shown.map((audit) => (
            <AuditRow key={audit.id} audit={audit} />
          ))}
        </ul>
      )}
      {look === 'list' && shown.length === 0 && (
        <EmptyState
          title="No audit has this status"
          text="Choose another status, or show every one."
          action={<Button onClick={() => address.set({ status: null })}>Every status</Button>}
        />
      )}
    </div>
  );
}
