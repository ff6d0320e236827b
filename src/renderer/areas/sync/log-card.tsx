import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { SyncLogEntry } from '../../../shared/areas/sync/sync-state.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { logQuery } from './sync.queries.ts';

const FIRST_SHOWN = 8;

/** What sync did and what was in its way, newest first. */
export function LogCard() {
  const log = useQuery(logQuery(useClient()));
  return (
    <Card title="Log" note="What sync did on this workstation, newest first.">
      <Loaded
        query={log}
        failed="The log could not be read"
        placeholder={<Skeleton className="h-40 w-full" />}
      >
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState title="Nothing yet" text="What sync does is written here." />
          ) : (
            <Entries entries={entries} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Entries({ entries }: { entries: readonly SyncLogEntry[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, FIRST_SHOWN);
  return (
    <>
      <ol aria-label="Log of sync" className="divide-y divide-line">
        {shown.map((entry) => (
          <li
            key={`${entry.at} ${entry.text}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-1.5 first:pt-0"
          >
            <span className="flex min-w-0 items-baseline gap-1.5 text-fg [overflow-wrap:anywhere]">
              {entry.level === 'problem' && (
                <CircleAlert
                  aria-label="Problem"
                  className="size-3.5 shrink-0 translate-y-0.5 text-bad"
                />
              )}
              <Untrusted text={entry.text} max={500} />
            </span>
            <DateTime value={entry.at} className="text-xs text-fg-muted tabular-nums" />
          </li>
        ))}
      </ol>
      {entries.length > shown.length && (
        <Button size="sm" className="mt-3" onClick={() => setIsWhole(true)}>
          {`Show all ${entries.length.toLocaleString('en')}`}
        </Button>
      )}
    </>
  );
}
