import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { MINUTE_MS } from '../../../shared/kernel/time.ts';
import { useClient } from '../../api/client-context.tsx';
import { cx } from '../../ui/cx.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ConflictItem } from './conflict-item.tsx';
import { conflictsOfQuery, connectionQuery, presenceQuery } from './sync.queries.ts';

const DECIDED_FOR_MS = 5 * MINUTE_MS;

interface RecordSyncProps {
  /** The table of the record, as in the core's events. */
  table: string;
  id: string;
  className?: string;
}

/** On a record: who else has it open, and fields that two people changed while they were apart. */
export function RecordSync({ table, id, className }: RecordSyncProps) {
  const connection = useQuery(connectionQuery(useClient()));
  const state = connection.data?.sync ?? 'off';
  if (state === 'off') return null;
  const isHeard = !['isolated', 'paused', 'revoked'].includes(state);
  return (
    <div className={cx('flex min-w-0 flex-col gap-2 empty:hidden', className)}>
      {isHeard && <AlsoOpen table={table} id={id} />}
      <RecordConflicts table={table} id={id} />
    </div>
  );
}

function AlsoOpen({ table, id }: Pick<RecordSyncProps, 'table' | 'id'>) {
  const { data = [] } = useQuery(presenceQuery(useClient(), table, id));
  if (data.length === 0) return null;
  return (
    <p role="status" className="flex items-start gap-2 text-fg-muted">
      <Users aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {'Also open by '}
        {data.map(({ person, workstation }, place) => (
          <span key={`${person} ${workstation}`}>
            {place > 0 && ', '}
            <Untrusted text={person} max={80} expand="none" /> on{' '}
            <Untrusted text={workstation} max={80} expand="none" />
          </span>
        ))}
      </span>
    </p>
  );
}

function RecordConflicts({ table, id }: Pick<RecordSyncProps, 'table' | 'id'>) {
  const { data } = useQuery(conflictsOfQuery(useClient(), table, id));
  const now = useNow();
  // What was decided stays for a while, with its Undo: a toast is soon gone.
  const shown = (data?.conflicts ?? []).filter(
    ({ decided }) => decided === null || now - Date.parse(decided.at) < DECIDED_FOR_MS,
  );
  if (shown.length === 0) return null;
  return (
    <ScrollRegion label="Conflicts of this record" className="max-h-[45vh]">
      <ul className="flex flex-col gap-2">
        {shown.map((conflict) => (
          <li key={conflict.id} className="rounded-md border border-warn-mark/60 p-3">
            <ConflictItem conflict={conflict} />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
