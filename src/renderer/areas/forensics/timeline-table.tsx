import { Link } from 'react-router-dom';
import type { TimelineEntry } from '../../../shared/areas/forensics/analysis.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { recordLink } from './evidence-links.tsx';
import { PriorityBadge } from './investigation-badges.tsx';

const PARTS = {
  subject: 'In question',
  related: 'Related',
  desk: 'Desk',
  promoted: 'Promoted',
} as const;

export interface ShownEntry extends Omit<TimelineEntry, 'part'> {
  /** `promoted`: taken out of the event store by a person or a rule. */
  readonly part: keyof typeof PARTS;
}

interface PlacedEntry extends ShownEntry {
  readonly place: string;
}

const COLUMNS: readonly DataColumn<PlacedEntry>[] = [
  {
    ...{ id: 'at', header: 'When', share: 1.9, minWidth: 184, isFixed: true },
    value: ({ at }) => at,
    cell: ({ at }) => <DateTime value={at} mode="local" />,
  },
  {
    ...{ id: 'severity', header: 'Severity', share: 0.8, minWidth: 84 },
    value: ({ severity }) => (severity === null ? null : SEVERITIES.indexOf(severity)),
    cell: ({ severity }) => severity && <PriorityBadge severity={severity} />,
  },
  {
    ...{ id: 'title', header: 'Event', share: 4, minWidth: 220, isFixed: true },
    value: ({ title }) => title,
    cell: (entry) => <Event entry={entry} />,
  },
  {
    ...{ id: 'host', header: 'Host', share: 1.1, minWidth: 90 },
    value: ({ host }) => host,
  },
  {
    ...{ id: 'user', header: 'Account', share: 1.1, minWidth: 90 },
    value: ({ user }) => user,
  },
  {
    ...{ id: 'techniques', header: 'Techniques', share: 1, minWidth: 90 },
    value: ({ techniques }) => techniques.join(', ') || null,
  },
  {
    ...{ id: 'part', header: 'Part', share: 0.9, minWidth: 96 },
    value: ({ part }) => PARTS[part],
    cell: ({ part }) => (
      <Badge tone={part === 'subject' || part === 'promoted' ? 'accent' : 'neutral'}>
        {PARTS[part]}
      </Badge>
    ),
  },
];

function Event({ entry: { title, alertId, n } }: { entry: PlacedEntry }) {
  const text = <Untrusted text={title} max={200} expand="none" />;
  const link = alertId === null ? null : recordLink({ kind: 'alert', id: alertId });
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {link === null ? (
        <span className="min-w-0 truncate">{text}</span>
      ) : (
        <Link to={link} className="min-w-0 truncate rounded-sm text-fg hover:underline">
          {text}
        </Link>
      )}
      {n > 1 && <Badge>{`${n.toLocaleString()} times`}</Badge>}
    </span>
  );
}

/** Events of a case, oldest first; long ones draw the rows in view. */
export function TimelineTable({
  entries,
  ...shown
}: {
  entries: readonly ShownEntry[];
  label: string;
  /** Limits the height, as in `DataTable`. */
  className?: string;
}) {
  const rows = entries.map((entry, index) => ({ ...entry, place: String(index) }));
  return (
    <DataTable
      {...shown}
      columns={COLUMNS}
      rows={rows}
      rowId={({ place }) => place}
      rowName={({ title }) => title}
      storageKey="forensics-timeline"
      empty={
        <EmptyState
          title="No events"
          text="A timeline is reconstructed when an investigation runs."
        />
      }
    />
  );
}
