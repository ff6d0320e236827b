import type { ReactNode } from 'react';
import type { Receipt } from '../../../shared/areas/exchange/exchange.contract.ts';
import {
  EXPORT_FORMATS,
  FORMAT_WORDS,
  type ReceiptState,
} from '../../../shared/areas/exchange/exchange.rules.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

const STATES: Readonly<Record<ReceiptState, readonly [string, BadgeTone]>> = {
  RUNNING: ['Running', 'accent'],
  READY: ['Ready', 'accent'],
  DONE: ['Done', 'ok'],
  CANCELLED: ['Cancelled', 'warn'],
  FAILED: ['Failed', 'bad'],
};

export function StateBadge({ state }: Pick<Receipt, 'state'>) {
  const [label, tone] = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

export function formatLabel(format: string): string {
  const known = EXPORT_FORMATS.find((one) => one === format);
  if (known) return FORMAT_WORDS[known].label;
  return format === 'openioc' ? 'OpenIOC' : format.replaceAll('-', ' ');
}

/** What was read, kept and lost; names of others are shown as text. */
export function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const { state, direction, message, precision, file, notes } = receipt;
  const isCounted = receipt.read > 0;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-2 text-fg">
        <StateBadge state={state} />
        {direction === 'in' ? 'Import' : 'Export'}, {formatLabel(receipt.format)}
        <span className="text-fg-muted">
          <DateTime value={receipt.startedAt} />
        </span>
      </p>
      {state === 'RUNNING' && <Progress label="Working" value={null} />}
      {message !== null && <p className="text-warn">{message}</p>}
      {isCounted && (
        <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
          <Count label="Read" n={receipt.read} />
          <Count label={state === 'READY' ? 'New' : 'Kept'} n={receipt.kept} />
          <Count label="Here already" n={receipt.merged} />
          <Count label="Rejected" n={receipt.rejected} />
        </dl>
      )}
      {notes.map((note) => (
        <p key={note} className="text-fg-muted [overflow-wrap:anywhere]">
          <Untrusted text={note} max={300} />
        </p>
      ))}
      <Counted label="Here with other content" list={receipt.conflicts} />
      <Counted label="Rejected" list={receipt.rejections} />
      <Counted label="Not carried over" list={receipt.losses} />
      <Counted label="Fields kept with their object only" list={receipt.unknownFields} />
      {precision !== null && <p className="text-xs text-fg-muted">Times: {precision}</p>}
      {file && (
        <p className="font-mono text-xs text-fg-muted [overflow-wrap:anywhere]">
          SHA-256 {file.sha256}, {file.size.toLocaleString()} bytes
        </p>
      )}
    </div>
  );
}

function Count({ label, n }: { label: string; n: number }) {
  return (
    <div className="rounded-md bg-raised px-2.5 py-1.5">
      <dt className="text-xs text-fg-muted">{label}</dt>
      <dd className="text-fg tabular-nums">{n.toLocaleString()}</dd>
    </div>
  );
}

function Counted({ label, list }: { label: string; list: Receipt['losses'] }): ReactNode {
  if (list.length === 0) return null;
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <h3 className="font-semibold text-fg">{label}</h3>
      <ul className="flex flex-col gap-0.5 text-xs text-fg-muted">
        {list.map(({ what, n, first }) => (
          <li key={what} className="[overflow-wrap:anywhere]">
            {n.toLocaleString()} × <Untrusted text={what} max={160} expand="none" />
            {first !== null && (
              <>
                , first at <Untrusted text={first} max={100} expand="none" />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
