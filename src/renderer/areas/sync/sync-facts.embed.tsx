import { useQuery } from '@tanstack/react-query';
import type { SyncStatus } from '../../../shared/areas/sync/sync-state.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { statusQuery } from './sync.queries.ts';
import { countOf, progressText, STATE_WORDS } from './sync.text.ts';

/** The state of sync in a line or two, for the pill's panel. */
export function SyncFacts() {
  const { data } = useQuery(statusQuery(useClient()));
  if (data === undefined) return '—';
  return (
    <span className="tabular-nums">
      {data.state === 'syncing' ? progressText(data) : STATE_WORDS[data.state]}
      {data.lastSuccessAt !== null && (
        <span className="block text-xs text-fg-muted">
          Last success <DateTime value={data.lastSuccessAt} />
        </span>
      )}
      <More status={data} />
    </span>
  );
}

function More({ status: { backlog, openConflicts, refused } }: { status: SyncStatus }) {
  const facts = [
    ...(backlog > 0 ? [`${countOf(backlog, 'change', 'changes')} to send`] : []),
    ...(refused > 0 ? [`${countOf(refused, 'record', 'records')} not taken by the server`] : []),
    ...(openConflicts > 0 ? [countOf(openConflicts, 'open conflict', 'open conflicts')] : []),
  ];
  if (facts.length === 0) return null;
  return <span className="block text-xs text-fg-muted">{facts.join(', ')}</span>;
}
