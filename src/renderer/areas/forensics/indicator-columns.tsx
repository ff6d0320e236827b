/** Columns that every table of indicators begins with. */
import { typeLabel } from '../../../shared/areas/forensics/indicators/life.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { IocValue } from './indicators/ioc-parts.tsx';
import { PriorityBadge } from './investigation-badges.tsx';

interface Indicated {
  readonly severity: Severity;
  readonly type: string;
  readonly value: string;
}

export function indicatorColumns<T extends Indicated>(): readonly DataColumn<T>[] {
  return [
    {
      ...{ id: 'severity', header: 'Severity', share: 0.8, minWidth: 84 },
      value: ({ severity }) => SEVERITIES.indexOf(severity),
      cell: ({ severity }) => <PriorityBadge severity={severity} />,
    },
    {
      ...{ id: 'type', header: 'Type', share: 0.8, minWidth: 84 },
      value: ({ type }) => typeLabel(type),
    },
    {
      ...{ id: 'value', header: 'Value', share: 3, minWidth: 200, isFixed: true },
      value: ({ value }) => value,
      cell: ({ type, value }) => <IocValue type={type} value={value} />,
    },
  ];
}

/** When it was seen first or last. */
export function seenColumn<T>(
  id: string,
  header: string,
  at: (row: T) => string | null,
): DataColumn<T> {
  return {
    ...{ id, header, share: 1.4, minWidth: 176 },
    value: at,
    cell: (row) => {
      const seen = at(row);
      return seen === null ? '—' : <DateTime value={seen} />;
    },
  };
}
