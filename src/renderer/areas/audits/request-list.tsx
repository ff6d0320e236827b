import type { ReactNode } from 'react';
import { REQUEST_STATUS_LABELS } from '../../../shared/areas/audits/audits.rules.ts';
import type { AuditRequest } from '../../../shared/areas/audits/requests.contract.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { RequestBadge } from './audit-badges.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const COLUMNS: readonly DataColumn<AuditRequest>[] = [
  {
    id: 'number',
    header: 'No.',
    value: ({ number }) => number,
    cell: ({ number }) => `R${number}`,
    minWidth: 56,
    share: 0.3,
  },
  {
    id: 'title',
    header: 'Request',
    value: ({ title }) => title,
    cell: ({ title }) => <Untrusted text={title} max={160} expand="none" />,
    share: 3,
    minWidth: 200,
    isFixed: true,
  },
  {
    id: 'status',
    header: 'Status',
    value: ({ status }) => REQUEST_STATUS_LABELS[status],
    cell: ({ status, isOverdue }) => (
      <span className="flex gap-1.5">
        <RequestBadge status={status} isOverdue={isOverdue} />
      </span>
    ),
    minWidth: 160,
  },
  {
    id: 'due',
    header: 'Due',
    value: ({ due }) => due,
    cell: ({ due }) => due ?? <NoFigure />,
    minWidth: 100,
  },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ owner }) => owner?.name ?? null,
    cell: ({ owner }) =>
      owner ? <Untrusted text={owner.name} max={60} expand="none" /> : <NoFigure />,
    minWidth: 110,
  },
  {
    id: 'evidence',
    header: 'Evidence',
    value: ({ evidence }) => evidence.length,
    cell: ({ evidence }) => evidence.length || <NoFigure />,
    align: 'end',
    minWidth: 84,
  },
  {
    id: 'controls',
    header: 'Controls',
    value: ({ controls }) => controls.length,
    align: 'end',
    minWidth: 84,
  },
];
const AUDIT_COLUMN: DataColumn<AuditRequest> = {
  id: 'audit',
  header: 'Audit',
  value: ({ audit }) => audit.title,
  cell: ({ audit }) => <Untrusted text={audit.title} max={80} expand="none" />,
  share: 2,
  minWidth: 140,
};
const WITH_AUDIT = [...COLUMNS.slice(0, 2), AUDIT_COLUMN, ...COLUMNS.slice(2)];

interface RequestListProps {
  requests: readonly AuditRequest[];
  /** Of several audits: the audit is a column of its own. */
  isOfAll: boolean;
  toolbar?: ReactNode;
  empty: ReactNode;
}

/** Requests as a table; Enter or a double click opens one, at its address. */
export function RequestList({ requests, isOfAll, toolbar, empty }: RequestListProps) {
  const address = useAuditAddress();
  return (
    <DataTable
      label="Requests"
      columns={isOfAll ? WITH_AUDIT : COLUMNS}
      rows={requests}
      rowId={({ id }) => id}
      rowName={({ number, title }) => `R${number} ${title}`}
      sort={
        isOfAll ? { id: 'due', direction: 'ascending' } : { id: 'number', direction: 'ascending' }
      }
      storageKey={isOfAll ? 'audit-tracking' : 'audit-requests'}
      onOpen={({ id }) => address.set({ request: id })}
      toolbar={toolbar}
      className="max-h-[65vh]"
      empty={empty}
    />
  );
}
