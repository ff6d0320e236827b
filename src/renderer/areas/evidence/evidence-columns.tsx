import { Link } from 'react-router-dom';
import type { Evidence } from '../../../shared/areas/evidence/evidence.contract.ts';
import { VALIDITY_LABELS } from '../../../shared/areas/evidence/evidence.rules.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { isoToDay, sizeText } from './evidence.text.ts';
import { typeLabel, ValidityBadge } from './evidence-badges.tsx';

/** The day alone: the hour is a click away. */
const Day = ({ value }: { value: string | null }) =>
  value === null ? <NoFigure /> : <time dateTime={value}>{isoToDay(value)}</time>;

export function evidenceColumns(onOpen: (id: string) => void): DataColumn<Evidence>[] {
  return [titleColumn(onOpen), ...OTHER_COLUMNS];
}

function titleColumn(onOpen: (id: string) => void): DataColumn<Evidence> {
  return {
    id: 'title',
    header: 'Title',
    value: ({ title }) => title,
    cell: ({ id, title }) => (
      <Link
        to={`/evidence?evidence=${encodeURIComponent(id)}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(id);
        }}
        className="truncate rounded-sm font-medium text-fg hover:underline"
      >
        <Untrusted text={title} max={120} expand="none" />
      </Link>
    ),
    share: 3,
    minWidth: 200,
    isFixed: true,
  };
}

const OTHER_COLUMNS: readonly DataColumn<Evidence>[] = [
  {
    id: 'type',
    header: 'Type',
    value: ({ type }) => typeLabel(type),
    minWidth: 110,
  },
  {
    id: 'validity',
    header: 'Validity',
    value: ({ validity }) => VALIDITY_LABELS[validity],
    cell: ({ validity }) => <ValidityBadge validity={validity} />,
    minWidth: 130,
  },
  {
    id: 'collected',
    header: 'Collected',
    value: ({ collectionDate }) => collectionDate,
    cell: ({ collectionDate }) => <Day value={collectionDate} />,
    minWidth: 130,
  },
  {
    id: 'expires',
    header: 'Expires',
    value: ({ expirationDate }) => expirationDate,
    cell: ({ expirationDate }) =>
      expirationDate === null ? 'Never' : <Day value={expirationDate} />,
    minWidth: 130,
  },
  {
    id: 'by',
    header: 'Collected by',
    value: ({ collectedByName }) => collectedByName ?? 'Watchfloor',
    minWidth: 120,
  },
  {
    id: 'controls',
    header: 'Controls',
    value: ({ controlCount }) => controlCount,
    align: 'end',
    minWidth: 80,
  },
  {
    id: 'size',
    header: 'File',
    value: ({ size }) => size,
    cell: ({ size, sha256 }) => (sha256 === null ? <NoFigure /> : sizeText(size)),
    align: 'end',
    minWidth: 80,
  },
  {
    id: 'source',
    header: 'Source',
    value: ({ source }) => source,
    minWidth: 120,
    isHiddenAtFirst: true,
  },
];
