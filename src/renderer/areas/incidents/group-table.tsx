import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { Group } from '../../../shared/areas/incidents/groups.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable, type TableSelection } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { entityHref, useOpenHref } from './group-search.ts';

const TITLE_CHARS = 160;
const NAME_CHARS = 60;
/** In the order of the list: newest first. */
const ORDERED = { isUnsortable: true } as const;

const COLUMNS: readonly DataColumn<Group>[] = [
  {
    ...{ id: 'severity', header: 'Severity', share: 0.7, minWidth: 84, ...ORDERED },
    value: (group) => SEVERITIES.indexOf(group.severity),
    cell: (group) => (
      <Badge tone={SEVERITY_COLOURS[group.severity]}>{SEVERITY_LABELS[group.severity]}</Badge>
    ),
  },
  {
    ...{ id: 'alerts', header: 'Repeats', share: 0.6, minWidth: 76, align: 'end', ...ORDERED },
    value: (group) => group.alerts,
    cell: (group) => <span className="tabular-nums">{group.alerts.toLocaleString()}</span>,
  },
  {
    ...{ id: 'title', header: 'Title', share: 3.4, minWidth: 180, isFixed: true, ...ORDERED },
    value: (group) => group.title,
    cell: (group) => <TitleLink group={group} />,
  },
  {
    ...{ id: 'entities', header: 'Entities', share: 2.4, minWidth: 140, ...ORDERED },
    value: (group) => group.entities.length,
    cell: (group) => <Entities group={group} />,
  },
  {
    ...{ id: 'detector', header: 'Detector', share: 1, minWidth: 90, ...ORDERED },
    value: (group) => group.detector,
  },
  {
    ...{ id: 'state', header: 'Open', share: 0.8, minWidth: 84, ...ORDERED },
    value: (group) => group.active,
    cell: (group) => <OpenState group={group} />,
  },
  {
    ...{ id: 'firstSeen', header: 'First seen', share: 1.1, minWidth: 116, ...ORDERED },
    value: (group) => group.firstSeen,
    cell: (group) => <DateTime value={group.firstSeen} />,
  },
  {
    ...{ id: 'lastSeen', header: 'Last seen', share: 1.1, minWidth: 116, ...ORDERED },
    value: (group) => group.lastSeen,
    cell: (group) => <DateTime value={group.lastSeen} />,
  },
  {
    ...{
      id: 'source',
      header: 'Source',
      share: 1,
      minWidth: 90,
      isHiddenAtFirst: true,
      ...ORDERED,
    },
    value: (group) => group.source,
  },
];

/** Opens the group; the list stays as it is. */
function TitleLink({ group }: { group: Group }) {
  return (
    <Link
      to={useOpenHref(group.key)}
      tabIndex={-1}
      className="block truncate rounded-sm font-medium text-fg hover:underline"
    >
      <Untrusted text={group.title} max={TITLE_CHARS} expand="none" />
    </Link>
  );
}

function Entities({ group }: { group: Group }) {
  if (group.entities.length === 0) return <span className="text-fg-faint">—</span>;
  return (
    <span className="block truncate text-fg-muted">
      {group.entities.map(({ kind, value }, index) => (
        <span key={`${kind} ${value}`}>
          {index > 0 && ', '}
          <Link
            to={entityHref(kind, value)}
            tabIndex={-1}
            className="rounded-sm underline-offset-2 hover:text-accent-text hover:underline"
          >
            <Untrusted text={value} max={NAME_CHARS} expand="none" />
          </Link>
        </span>
      ))}
      {group.hasMoreEntities && ' and more'}
    </span>
  );
}

/** How many are open of how many; in words where it is all or none. */
export function OpenState({ group }: { group: Pick<Group, 'active' | 'alerts'> }) {
  if (group.active === 0) return <Badge tone="ok">Closed</Badge>;
  const text =
    group.active === group.alerts
      ? 'All open'
      : `${group.active.toLocaleString()} of ${group.alerts.toLocaleString()}`;
  return <Badge tone="neutral">{text}</Badge>;
}

interface GroupTableProps {
  groups: readonly Group[];
  selection: TableSelection | undefined;
  onOpen: (key: string) => void;
  toolbar: ReactNode;
  empty: ReactNode;
}

export function GroupTable({ groups, selection, onOpen, toolbar, empty }: GroupTableProps) {
  return (
    <DataTable
      label="Groups of repeats"
      columns={COLUMNS}
      rows={groups}
      rowId={({ key }) => key}
      rowName={({ title }) => title}
      storageKey="groups"
      chosenColumns={useChosenColumns()}
      {...(selection ? { selection } : {})}
      onOpen={({ key }) => onOpen(key)}
      toolbar={toolbar}
      empty={empty}
      className="flex-1"
    />
  );
}
