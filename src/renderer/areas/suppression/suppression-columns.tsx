import { Link } from 'react-router-dom';
import type { Suppression } from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  SUPPRESSION_STATE_LABELS,
  SUPPRESSION_STATES,
  scopeInWords,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { STATE_TONES } from './suppression.text.ts';

export function StateBadge({ rule }: { rule: Pick<Suppression, 'state'> }) {
  return <Badge tone={STATE_TONES[rule.state]}>{SUPPRESSION_STATE_LABELS[rule.state]}</Badge>;
}

const OTHER_COLUMNS: readonly DataColumn<Suppression>[] = [
  {
    id: 'scope',
    header: 'Scope',
    value: ({ scope }) => scopeInWords(scope),
    cell: ({ scope }) => <Untrusted text={scopeInWords(scope)} max={200} expand="none" />,
    share: 3,
    minWidth: 220,
  },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => SUPPRESSION_STATES.indexOf(state),
    cell: (rule) => <StateBadge rule={rule} />,
    minWidth: 86,
  },
  {
    id: 'hits',
    header: 'Hits',
    value: ({ hits }) => hits,
    cell: ({ hits }) => hits.toLocaleString(),
    align: 'end',
    minWidth: 64,
  },
  {
    id: 'hidden',
    header: 'Hidden now',
    value: ({ hidden }) => hidden,
    cell: ({ hidden }) => hidden.toLocaleString(),
    align: 'end',
    minWidth: 92,
  },
  {
    id: 'last-hit',
    header: 'Last hit',
    value: ({ lastHitAt }) => lastHitAt,
    cell: ({ lastHitAt }) => (lastHitAt === null ? <NoFigure /> : <DateTime value={lastHitAt} />),
    minWidth: 110,
  },
  {
    id: 'expires',
    header: 'Expires',
    value: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <DateTime value={expiresAt} mode="local" />,
    minWidth: 150,
  },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ ownerName }) => ownerName,
    cell: ({ ownerName }) =>
      ownerName === null ? <NoFigure /> : <Untrusted text={ownerName} max={60} expand="none" />,
    minWidth: 110,
  },
  {
    id: 'control',
    header: 'Control',
    value: ({ control }) => control?.ref ?? null,
    cell: ({ control }) =>
      control === null ? <NoFigure /> : <Untrusted text={control.ref} max={40} expand="none" />,
    minWidth: 84,
    isHiddenAtFirst: true,
  },
];

export function suppressionColumns(onOpen: (id: string) => void): DataColumn<Suppression>[] {
  return [
    {
      id: 'name',
      header: 'Rule',
      value: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link
          to={`/suppressions?rule=${encodeURIComponent(id)}`}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(id);
          }}
          className="truncate rounded-sm font-medium text-fg hover:underline"
        >
          <Untrusted text={name} max={120} expand="none" />
        </Link>
      ),
      share: 2,
      minWidth: 180,
      isFixed: true,
    },
    ...OTHER_COLUMNS,
  ];
}
