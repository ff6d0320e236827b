import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import {
  FOR_EVER,
  type RetentionCounts,
  retentionContract,
} from '../../../shared/areas/settings/retention.contract.ts';
import type { Retention } from '../../../shared/areas/settings/workspace-settings.contract.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { rememberJob } from '../../api/jobs.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { describeError } from '../../ui/error-text.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { isAtWork, useNewestJob } from './data.queries.ts';

const NAMES: Readonly<Record<keyof RetentionCounts, string>> = {
  alerts: 'Closed alerts',
  jobs: 'Finished jobs',
  notifications: 'Read notifications',
  chatMessages: 'Messages of the assistant',
  actions: 'Actions of the desk',
};
const KINDS = Object.keys(NAMES) as (keyof RetentionCounts)[];

function statusQuery(client: Client) {
  return queryOptions({
    queryKey: ['retention', 'status'],
    staleTime: 0,
    queryFn: () => client.call(retentionContract.status, {}),
  });
}

function previewQuery(client: Client, wanted: Retention | null) {
  const word = (days: number | null) => (days === null ? FOR_EVER : String(days));
  return queryOptions({
    queryKey: ['retention', 'preview', wanted],
    enabled: wanted !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: () =>
      client.call(retentionContract.preview, {
        query: {
          alertsDays: word(wanted?.alertsDays ?? null),
          jobsDays: word(wanted?.jobsDays ?? null),
          notificationsDays: word(wanted?.notificationsDays ?? null),
          chatDays: word(wanted?.chatDays ?? null),
          actionsDays: word(wanted?.actionsDays ?? null),
        },
      }),
  });
}

interface DueNowProps {
  /** The settings as they stand in the form; null where they cannot be. */
  wanted: Retention | null;
  isSaved: boolean;
}

/** What the settings would delete now, before they are saved; and the way to do it at once. */
export function DueNow({ wanted, isSaved }: DueNowProps) {
  const client = useClient();
  const due = useQuery(previewQuery(client, wanted));
  const status = useQuery(statusQuery(client));
  const last = status.data?.last ?? null;
  return (
    <Card
      title="Would be deleted now"
      note={
        isSaved
          ? 'With the settings as they are saved. It is done once a day and at every start.'
          : 'With the settings as they stand above, once they are saved.'
      }
      actions={<DeleteNow due={due.data} isSaved={isSaved} />}
    >
      {due.isError ? (
        <p role="alert" className="text-bad">
          {describeError(due.error).why}
        </p>
      ) : (
        <dl aria-live="polite" className="grid gap-x-8 sm:grid-cols-2">
          {KINDS.map((kind) => (
            <div
              key={kind}
              className="flex items-baseline justify-between gap-4 border-b border-line py-1.5"
            >
              <dt className="text-fg-muted">{NAMES[kind]}</dt>
              <dd className="text-fg tabular-nums">{countText(due.data?.[kind])}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-xs text-fg-muted">
        {last === null ? (
          'Nothing was deleted yet.'
        ) : (
          <>
            Last deleted <DateTime value={last.at} />: {deletedText(last.deleted)}.
          </>
        )}
      </p>
    </Card>
  );
}

function countText(count: number | undefined): string {
  return count === undefined ? '—' : count.toLocaleString('en');
}

function deletedText(deleted: RetentionCounts): string {
  const parts = KINDS.filter((kind) => deleted[kind] > 0).map(
    (kind) => `${countText(deleted[kind])} ${NAMES[kind].toLowerCase()}`,
  );
  return parts.length === 0 ? 'nothing was due' : new Intl.ListFormat('en').format(parts);
}

function DeleteNow({ due, isSaved }: { due: RetentionCounts | undefined; isSaved: boolean }) {
  const client = useClient();
  const queries = useQueryClient();
  const sayError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  const job = useNewestJob('retention');
  const run = useMutation({
    mutationFn: () => client.call(retentionContract.run, {}),
    onSuccess: (started) => started.job && rememberJob(queries, started.job),
    onError: sayError,
  });
  const isNothing = due === undefined || KINDS.every((kind) => due[kind] === 0);
  if (!isSaved || isNothing) return null;
  return (
    <>
      <Button disabled={run.isPending || isAtWork(job)} onClick={() => setIsAsking(true)}>
        {isAtWork(job) ? 'Deleting...' : 'Delete now'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Delete what is kept no longer?"
        text={`Deleted for good: ${deletedText(due)}. The audit log keeps their number.`}
        confirmLabel="Delete now"
        tone="destructive"
        onConfirm={() => {
          setIsAsking(false);
          run.mutate();
        }}
      />
    </>
  );
}
