import type {
  LedgerEntry,
  LedgerPurpose,
} from '../../../shared/areas/isolation/isolation.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { sizeText } from './size-text.ts';

export const PURPOSE_LABELS: Readonly<Record<LedgerPurpose, string>> = {
  connector: 'Connector',
  model: 'Model',
  sync: 'Sync',
  update: 'Update',
  unknown: 'Past the port',
};

const OUTCOME_LABELS: Readonly<Record<string, string>> = {
  answered: 'Answered',
  isolated: 'Isolated',
  refused: 'Refused',
  redirected: 'Redirected',
  'not-found': 'Name unknown',
  unreachable: 'Unreachable',
  certificate: 'Certificate',
  timeout: 'Timed out',
  stalled: 'Stalled',
  'too-large': 'Too large',
  cancelled: 'Cancelled',
  broken: 'Broken off',
  interrupted: 'Watchfloor ended',
};

function Outcome({ entry: { outcome, status } }: { entry: LedgerEntry }) {
  if (outcome === null) return <Badge tone="accent">Open</Badge>;
  const words = OUTCOME_LABELS[outcome] ?? outcome;
  if (outcome === 'answered')
    return <Badge tone="ok">{status === null ? words : `${words}, ${status}`}</Badge>;
  return <Badge tone={outcome === 'isolated' ? 'neutral' : 'warn'}>{words}</Badge>;
}

export const LEDGER_COLUMNS: readonly DataColumn<LedgerEntry>[] = [
  {
    ...{ id: 'at', header: 'When', minWidth: 110, isFixed: true },
    value: ({ at }) => at,
    cell: ({ at }) => <DateTime value={at} />,
  },
  {
    ...{ id: 'origin', header: 'Where', minWidth: 140, share: 2 },
    value: ({ origin }) => origin,
    cell: ({ origin }) =>
      origin === '' ? (
        <NoFigure />
      ) : (
        <Untrusted text={origin} expand="none" className="block truncate" />
      ),
  },
  {
    ...{ id: 'why', header: 'Why', minWidth: 130, share: 2 },
    value: ({ why }) => why,
    cell: ({ why }) => <Untrusted text={why} expand="none" className="block truncate" />,
  },
  {
    ...{ id: 'purpose', header: 'Purpose', minWidth: 90 },
    value: ({ purpose }) => PURPOSE_LABELS[purpose],
  },
  {
    ...{ id: 'outcome', header: 'Outcome', minWidth: 120 },
    value: ({ outcome }) => outcome,
    cell: (entry) => <Outcome entry={entry} />,
  },
  bytes('sent', 'Sent', ({ bytesSent }) => bytesSent),
  bytes('received', 'Received', ({ bytesReceived }) => bytesReceived),
  {
    ...{ id: 'ms', header: 'ms', minWidth: 70, align: 'end', isHiddenAtFirst: true },
    value: ({ durationMs }) => durationMs,
  },
  {
    ...{ id: 'subject', header: 'For whom', minWidth: 110, share: 1, isHiddenAtFirst: true },
    value: ({ subject }) => subject,
  },
];

function bytes(
  id: string,
  header: string,
  value: (entry: LedgerEntry) => number,
): DataColumn<LedgerEntry> {
  return {
    ...{ id, header, value, minWidth: 80, align: 'end' },
    cell: (entry) => <span className="tabular-nums">{sizeText(value(entry))}</span>,
  };
}
