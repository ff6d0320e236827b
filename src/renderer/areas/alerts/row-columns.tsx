import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { ColumnChoice } from '../../ui/data-table-columns.tsx';
import { useChosenColumns } from '../../ui/use-chosen-columns.ts';
import type { ChosenColumns } from '../../ui/use-data-table.ts';

/** What a row can say under its title; in this order. */
export const ROW_COLUMNS = [
  { id: 'description', header: 'Description' },
  { id: 'source', header: 'Source' },
  { id: 'host', header: 'Host' },
  { id: 'user', header: 'User' },
  { id: 'ip', header: 'Address' },
  { id: 'dest', header: 'Destination' },
  { id: 'detector', header: 'Detector' },
  { id: 'category', header: 'Category' },
  { id: 'tech', header: 'Techniques' },
] as const;
export type RowColumn = (typeof ROW_COLUMNS)[number]['id'];

const AT_FIRST: ReadonlySet<RowColumn> = new Set(['description', 'source', 'host', 'user']);

export function shownColumns({ ids }: Pick<ChosenColumns, 'ids'>): ReadonlySet<RowColumn> {
  if (ids === null) return AT_FIRST;
  return new Set(ROW_COLUMNS.map(({ id }) => id).filter((id) => ids.includes(id)));
}

export function rowValue(alert: Alert, column: Exclude<RowColumn, 'description'>): string | null {
  switch (column) {
    case 'source':
      return alert.source;
    case 'host':
      return alert.sourceHost;
    case 'user':
      return alert.sourceUser;
    case 'ip':
      return alert.sourceIp;
    case 'dest':
      return alert.destIp;
    case 'detector':
      return alert.detector;
    case 'category':
      return alert.category;
    default:
      return alert.techniques.join(', ') || null;
  }
}

/** What the rows say; in the address, so that a link and a saved view carry it. */
export function RowColumnChoice() {
  const chosen = useChosenColumns();
  const shown = shownColumns(chosen);
  return (
    <ColumnChoice
      columns={ROW_COLUMNS}
      hidden={0}
      isCompact
      table={{
        columns: ROW_COLUMNS.filter(({ id }) => shown.has(id)),
        setVisible(id, isVisible) {
          const ids = ROW_COLUMNS.map((column) => column.id);
          chosen.onChange(ids.filter((one) => (one === id ? isVisible : shown.has(one))));
        },
        resetLayout: () => chosen.onChange(null),
      }}
    />
  );
}
