import type { SyncConflict } from '../../../shared/areas/sync/sync-state.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ConflictActions } from './conflict-actions.tsx';
import { ConflictValues } from './conflict-values.tsx';
import { RecordLine } from './record-line.tsx';
import { authorText, conflictText, valueText } from './sync.text.ts';

interface ConflictItemProps {
  conflict: SyncConflict;
  /** Names the record; not where it is shown on the record. */
  hasRecord?: boolean;
}

/** One field that two people changed: both values, which stands, and the choice. */
export function ConflictItem({ conflict, hasRecord = false }: ConflictItemProps) {
  const { state, decided, current, kept, other } = conflict;
  const stands = state === 'taken' ? other.value : kept.value;
  const hasMovedOn = !conflict.isGone && current !== stands;
  return (
    <article aria-label={conflictText(conflict)} className="flex min-w-0 flex-col gap-2.5">
      {hasRecord && (
        <RecordLine record={conflict}>
          {state !== 'open' && (
            <Badge tone="neutral" className="ml-auto">
              {state === 'taken' ? 'Other value used' : 'Left as it is'}
            </Badge>
          )}
        </RecordLine>
      )}
      <p className="flex flex-wrap items-center gap-x-2 font-medium text-fg [overflow-wrap:anywhere]">
        <Untrusted text={conflictText(conflict)} max={300} expand="none" />
      </p>
      <ConflictValues conflict={conflict} />
      {conflict.isGone ? (
        <p className="text-xs text-fg-muted">The record is no longer here.</p>
      ) : (
        hasMovedOn && (
          <p className="text-xs text-fg-muted">
            Somebody has changed it since. It is now:{' '}
            <Untrusted text={valueText(current)} max={120} />
          </p>
        )
      )}
      {decided !== null && (
        <p className="text-xs text-fg-muted">
          <Untrusted text={authorText(decided.by)} max={80} expand="none" />
          {state === 'taken' ? ' used the other value ' : ' let it stand '}
          <DateTime value={decided.at} />
        </p>
      )}
      <ConflictActions conflict={conflict} />
    </article>
  );
}
