import type { MappedControl } from '../../../shared/areas/evidence/mappings.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { MAPPING_LABELS, MAPPING_TONES } from './mappings.text.ts';

export function mappingColumns(
  onOpen: (control: MappedControl) => void,
): DataColumn<MappedControl>[] {
  return [
    {
      id: 'control',
      header: 'Control',
      value: ({ controlId }) => controlId,
      cell: (row) => (
        <Button variant="ghost" size="sm" onClick={() => onOpen(row)} className="-ml-2">
          <Untrusted text={row.controlId} max={40} expand="none" />
        </Button>
      ),
      minWidth: 110,
      isFixed: true,
    },
    {
      id: 'title',
      header: 'Title',
      value: ({ title }) => title,
      cell: ({ title }) => <Untrusted text={title} max={120} expand="none" />,
      share: 3,
      minWidth: 160,
    },
    {
      id: 'framework',
      header: 'Framework',
      value: ({ framework }) => framework,
      cell: ({ framework }) => <Untrusted text={framework} max={60} expand="none" />,
      share: 2,
      minWidth: 120,
    },
    {
      id: 'state',
      header: 'Evidence',
      value: ({ state }) => MAPPING_LABELS[state],
      cell: ({ state }) => <Badge tone={MAPPING_TONES[state]}>{MAPPING_LABELS[state]}</Badge>,
      minWidth: 150,
    },
    { id: 'valid', header: 'Valid', value: ({ valid }) => valid, align: 'end', minWidth: 70 },
    {
      id: 'pending',
      header: 'Pending',
      value: ({ pending }) => pending,
      align: 'end',
      minWidth: 80,
    },
    {
      id: 'expired',
      header: 'Expired',
      value: ({ expired }) => expired,
      align: 'end',
      minWidth: 80,
    },
    {
      id: 'until',
      header: 'Proven until',
      value: ({ validUntil }) => validUntil,
      cell: ({ state, validUntil }) => <Until state={state} validUntil={validUntil} />,
      minWidth: 180,
    },
  ];
}

function Until({ state, validUntil }: Pick<MappedControl, 'state' | 'validUntil'>) {
  if (state !== 'valid') return <NoFigure />;
  return validUntil === null ? 'No end' : <DateTime value={validUntil} mode="local" />;
}
