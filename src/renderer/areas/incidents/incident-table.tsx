import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { Incident } from '../../../shared/areas/incidents/incidents.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type TableSelection } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { OpenState } from './group-table.tsx';

const NAME_CHARS = 200;
/** In the order of the list. */
const ORDERED = { isUnsortable: true } as const;

const COLUMNS: readonly DataColumn<Incident>[] = [
  {
    ...{ id: 'severity', header: 'Severity', share: 0.7, minWidth: 84, ...ORDERED },
    value: (incident) => SEVERITIES.indexOf(incident.severity),
    cell: (incident) => <SeverityBadge severity={incident.severity} />,
  },
  {
    ...{ id: 'name', header: 'Incident', share: 4.4, minWidth: 220, isFixed: true, ...ORDERED },
    value: (incident) => incident.name,
    cell: (incident) => (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="min-w-0 truncate font-medium">
          <Untrusted text={incident.name} max={NAME_CHARS} expand="none" />
        </span>
        {incident.isLocked && (
          <Badge tone="accent" icon={<Lock aria-hidden />}>
            Locked
          </Badge>
        )}
      </span>
    ),
  },
  {
    ...{ id: 'groups', header: 'Groups', share: 0.6, minWidth: 72, align: 'end', ...ORDERED },
    value: (incident) => incident.groups,
    cell: (incident) => <span className="tabular-nums">{incident.groups.toLocaleString()}</span>,
  },
  {
    ...{ id: 'alerts', header: 'Alerts', share: 0.6, minWidth: 72, align: 'end', ...ORDERED },
    value: (incident) => incident.alerts,
    cell: (incident) => <span className="tabular-nums">{incident.alerts.toLocaleString()}</span>,
  },
  {
    ...{ id: 'state', header: 'Open', share: 0.8, minWidth: 84, ...ORDERED },
    value: (incident) => incident.active,
    cell: (incident) => <OpenState group={incident} />,
  },
  {
    ...{ id: 'techniques', header: 'Techniques', share: 1.2, minWidth: 100, ...ORDERED },
    value: (incident) => incident.techniques.join(', ') || null,
  },
  {
    ...{ id: 'firstSeen', header: 'First seen', share: 1.1, minWidth: 116, ...ORDERED },
    value: (incident) => incident.firstSeen,
    cell: (incident) => <DateTime value={incident.firstSeen} />,
  },
  {
    ...{ id: 'lastSeen', header: 'Last seen', share: 1.1, minWidth: 116, ...ORDERED },
    value: (incident) => incident.lastSeen,
    cell: (incident) => <DateTime value={incident.lastSeen} />,
  },
];

export function SeverityBadge({ severity }: Pick<Incident, 'severity'>) {
  return <Badge tone={SEVERITY_COLOURS[severity]}>{SEVERITY_LABELS[severity]}</Badge>;
}

interface IncidentTableProps {
  incidents: readonly Incident[];
  selection: TableSelection | undefined;
  onOpen: (id: string) => void;
  toolbar: ReactNode;
  empty: ReactNode;
}

export function IncidentTable(props: IncidentTableProps) {
  const { incidents, selection, onOpen, toolbar, empty } = props;
  return (
    <DataTable
      label="Incidents"
      columns={COLUMNS}
      rows={incidents}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      storageKey="incidents"
      chosenColumns={useChosenColumns()}
      {...(selection ? { selection } : {})}
      onOpen={({ id }) => onOpen(id)}
      toolbar={toolbar}
      empty={empty}
      className="flex-1"
    />
  );
}
