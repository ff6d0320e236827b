import { Pause, Play, RefreshCw } from 'lucide-react';
import type { Membership } from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import type { SyncStatus } from '../../../shared/areas/sync/sync-state.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { StateFacts } from './state-facts.tsx';
import { useSyncCall } from './sync.queries.ts';
import { progressText, STATE_TONES, STATE_WORDS, stateText } from './sync.text.ts';
import { SyncProblemNote } from './sync-problem.tsx';

interface StateCardProps {
  status: SyncStatus;
  membership: Membership;
}

/** How sync is: what goes on, what is in its way, and what a person can do about it. */
export function StateCard({ status, membership }: StateCardProps) {
  const { state, progress } = status;
  const isFirst = status.lastSuccessAt === null && state === 'syncing';
  return (
    <Card
      title={<Untrusted text={membership.workspace.name} max={120} expand="none" />}
      note="The shared workspace of this workstation."
      actions={<StateBadge status={status} />}
    >
      <div className="flex flex-col gap-4">
        <p role="status" className="max-w-prose text-fg tabular-nums">
          {stateText(status)}
          {isFirst && ' This is the first sync: work goes on meanwhile, and it may be interrupted.'}
        </p>
        {state === 'syncing' && (
          <Progress
            label={progressText(status)}
            value={progress?.total ? progress.done / progress.total : null}
          />
        )}
        {status.problem !== null && (
          <SyncProblemNote problem={status.problem} nextTryAt={status.nextTryAt} />
        )}
        <StateActions status={status} mayPause={membership.mayPause} />
        <StateFacts status={status} membership={membership} />
      </div>
    </Card>
  );
}

/** 'Up to date' would hide that some of it is nobody else's. */
function StateBadge({ status: { state, refused } }: { status: SyncStatus }) {
  if (state === 'up-to-date' && refused > 0) return <Badge tone="warn">Not all taken</Badge>;
  return <Badge tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Badge>;
}

function StateActions({ status: { state }, mayPause }: { status: SyncStatus; mayPause: boolean }) {
  const now = useSyncCall((client, _: undefined) => client.call(syncContract.now, {}));
  const pause = useSyncCall((client, isPaused: boolean) =>
    client.call(syncContract.pause, { body: { isPaused } }),
  );
  if (state === 'revoked') return null;
  const isHeld = state === 'isolated' || state === 'paused';
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant={isHeld ? 'secondary' : 'primary'}
        icon={<RefreshCw aria-hidden />}
        disabled={now.isPending || isHeld || state === 'syncing'}
        onClick={() => now.mutate(undefined)}
      >
        Sync now
      </Button>
      {mayPause && (
        <Button
          variant={state === 'paused' ? 'primary' : 'secondary'}
          icon={state === 'paused' ? <Play aria-hidden /> : <Pause aria-hidden />}
          disabled={pause.isPending}
          onClick={() => pause.mutate(state !== 'paused')}
        >
          {state === 'paused' ? 'Go on with sync' : 'Pause sync'}
        </Button>
      )}
    </div>
  );
}
