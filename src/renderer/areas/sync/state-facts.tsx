import type { ReactNode } from 'react';
import type { Membership } from '../../../shared/areas/sync/joining.contract.ts';
import { tableText } from '../../../shared/areas/sync/record-words.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import type { SyncDigests, SyncStatus } from '../../../shared/areas/sync/sync-state.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useSyncCall } from './sync.queries.ts';
import { countOf, durationText } from './sync.text.ts';

interface StateFactsProps {
  status: SyncStatus;
  membership: Membership;
}

export function StateFacts({ status, membership }: StateFactsProps) {
  const { clock, figures } = status;
  return (
    <dl className="divide-y divide-line border-y border-line">
      <Fact name="Last success">
        {status.lastSuccessAt === null ? 'Never' : <DateTime value={status.lastSuccessAt} />}
      </Fact>
      <Fact name="Waiting to be sent">
        {status.backlog === 0 ? 'Nothing' : countOf(status.backlog, 'change', 'changes')}
      </Fact>
      {status.refused > 0 && (
        <Fact name="Not taken by the server">{countOf(status.refused, 'record', 'records')}</Fact>
      )}
      <Fact name="Since the start of Watchfloor">
        {`${figures.rowsReceived.toLocaleString('en')} received, ${figures.rowsSent.toLocaleString('en')} sent`}
      </Fact>
      <Fact name="This workstation">
        <Untrusted text={membership.label} max={120} expand="none" />
      </Fact>
      <Fact name="Server">
        <span>
          <Untrusted text={membership.server} max={200} expand="none" />
          {membership.transport === 'tls' ? ', by TLS' : ', on this machine, without TLS'}
        </span>
      </Fact>
      <Fact name="Joined">
        <DateTime value={membership.joinedAt} />
      </Fact>
      {clock !== null && clock.offsetMs !== 0 && (
        <Fact name="Clock">
          <span>
            {`Corrected by ${durationText(clock.offsetMs)}. `}
            <Untrusted text={clock.note} max={300} expand="none" />
          </span>
        </Fact>
      )}
      <Fact name="Check against the server">
        <CheckResult digests={status.digests} />
        <CheckButton isIdle={status.state === 'up-to-date'} />
      </Fact>
    </dl>
  );
}

function CheckResult({ digests }: { digests: SyncDigests | null }) {
  if (digests === null) return <span>Not done yet</span>;
  return (
    <span>
      {digests.differing.length === 0
        ? 'Alike'
        : `Differs in ${digests.differing.map(({ table }) => tableText(table)).join(', ')}`}
      , <DateTime value={digests.at} />
    </span>
  );
}

function CheckButton({ isIdle }: { isIdle: boolean }) {
  const mayManage = useMay('workspace.manage');
  const check = useSyncCall((client, _: undefined) => client.call(syncContract.check, {}));
  if (!mayManage) return null;
  return (
    <Button
      size="sm"
      disabled={check.isPending || !isIdle}
      title={isIdle ? undefined : 'Possible while everything is up to date'}
      onClick={() => check.mutate(undefined)}
    >
      {check.isPending ? 'Comparing...' : 'Check'}
    </Button>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-1.5">
      <dt className="text-fg-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-right text-fg tabular-nums [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  );
}
