import type { Session } from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { Untrusted } from '../../../ui/untrusted.tsx';
import type { DataColumn } from '../../../ui/use-data-table.ts';
import { SessionActions, type SessionLayer } from './session-actions.tsx';
import { KnownBadge, SessionBadge } from './session-badge.tsx';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

export function bytesText(bytes: number | null): string | null {
  if (bytes === null) return null;
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** unit;
  return `${unit === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Its own and those of files inside it. */
export const eventsOf = ({ events, innerEvents }: Session): number | null =>
  events === null && innerEvents === 0 ? null : (events ?? 0) + innerEvents;

interface Acting {
  readonly mayWrite: boolean;
  readonly onLayer: (layer: SessionLayer, session: Session) => void;
}

export const sessionColumns = (acting: Acting): readonly DataColumn<Session>[] => [
  {
    ...{ id: 'name', header: 'File', share: 3, minWidth: 180, isFixed: true },
    value: ({ innerPath, fileName }) => innerPath ?? fileName,
    cell: (session) => (
      <button
        type="button"
        onClick={() => acting.onLayer('receipt', session)}
        className="min-w-0 truncate rounded-sm text-left text-fg hover:underline"
      >
        <Untrusted text={session.innerPath ?? session.fileName ?? ''} max={160} expand="none" />
      </button>
    ),
  },
  {
    ...{ id: 'type', header: 'Type', share: 1.6, minWidth: 160 },
    value: ({ detected }) => detected,
  },
  {
    ...{ id: 'size', header: 'Size', share: 0.8, minWidth: 80, align: 'end' },
    value: ({ sizeBytes }) => sizeBytes,
    cell: ({ sizeBytes }) => <span className="tabular-nums">{bytesText(sizeBytes) ?? '—'}</span>,
  },
  {
    ...{ id: 'hash', header: 'SHA-256', share: 1.2, minWidth: 110 },
    value: ({ sha256 }) => sha256,
    cell: ({ sha256 }) => <span className="font-mono text-xs">{sha256?.slice(0, 12) ?? '—'}</span>,
  },
  {
    ...{ id: 'reader', header: 'Reader', share: 1.2, minWidth: 110, isHiddenAtFirst: true },
    value: ({ toolVersion }) => toolVersion,
  },
  {
    ...{ id: 'state', header: 'State', share: 1.5, minWidth: 130, isFixed: true },
    value: ({ status }) => status,
    cell: (session) => (
      <span className="flex min-w-0 flex-wrap items-center gap-1">
        <SessionBadge session={session} />
        <KnownBadge known={session.known} />
      </span>
    ),
  },
  {
    ...{ id: 'events', header: 'Events', share: 0.9, minWidth: 84, align: 'end' },
    value: eventsOf,
    cell: (session) => (
      <span className="tabular-nums">{eventsOf(session)?.toLocaleString() ?? '—'}</span>
    ),
  },
  {
    ...{ id: 'losses', header: 'Problems', share: 0.8, minWidth: 108, align: 'end' },
    value: ({ losses }) => losses,
    cell: ({ losses, status }) => (
      <span className={losses > 0 ? 'text-warn tabular-nums' : 'tabular-nums'}>
        {status === 'QUEUED' || status === 'RUNNING' ? '—' : losses.toLocaleString()}
      </span>
    ),
  },
  {
    ...{ id: 'actions', header: 'Actions', share: 0.5, minWidth: 72, isFixed: true },
    isUnsortable: true,
    value: () => null,
    cell: (session) => <SessionActions session={session} {...acting} />,
  },
];
