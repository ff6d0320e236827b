import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type {
  CustodyEntryView,
  Verification,
} from '../../../shared/areas/evidence/custody.contract.ts';
import {
  CUSTODY_ACTION_LABELS,
  type CustodyAction,
  isUncheckedOnly,
} from '../../../shared/areas/evidence/custody.rules.ts';
import {
  type EvidenceDetail,
  evidenceContract,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { custodyQuery, useEvidenceChange, verificationQuery } from './evidence.queries.ts';
import { Part } from './evidence-part.tsx';

/** Who did what with this evidence, and whether all of that still stands as it was written. */
export function CustodyPart({ evidence }: { evidence: EvidenceDetail }) {
  const client = useClient();
  const chain = useQuery(custodyQuery(client, evidence.id));
  const last = useQuery(verificationQuery(client, evidence.id));
  const verify = useEvidenceChange(
    (caller, id: string) => caller.call(evidenceContract.verifyCustody, { params: { id } }),
    { onError: useErrorToast() },
  );
  const isRunning = verify.isPending || last.data?.isIntact === null;
  return (
    <Part title="Chain of custody">
      <div className="flex flex-wrap items-start gap-3">
        <Button size="sm" disabled={isRunning} onClick={() => verify.mutate(evidence.id)}>
          {isRunning ? 'Verifying...' : 'Verify chain and file'}
        </Button>
        <div aria-live="polite" className="min-w-0 flex-1">
          {last.data && <Result verification={last.data} />}
        </div>
      </div>
      {chain.isError ? (
        <ErrorState
          title="The chain of custody could not be loaded"
          error={chain.error}
          onRetry={() => void chain.refetch()}
        />
      ) : chain.isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : chain.data.length === 0 ? (
        <p className="text-fg-muted">
          Nothing is recorded: this evidence is from before there was a chain of custody.
        </p>
      ) : (
        <ScrollRegion
          label="Entries of the chain of custody"
          className="max-h-96 rounded-md border border-line"
        >
          <ol className="flex flex-col divide-y divide-line">
            {chain.data.map((entry) => (
              <Entry key={`${entry.position}-${entry.mac}`} entry={entry} />
            ))}
          </ol>
        </ScrollRegion>
      )}
    </Part>
  );
}

function Entry({ entry }: { entry: CustodyEntryView }) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-x-2 px-3 py-1.5">
      <span className="text-fg-faint tabular-nums">{entry.position}</span>
      <span className="min-w-0 text-fg">
        {CUSTODY_ACTION_LABELS[entry.action as CustodyAction] ?? (
          <Untrusted text={entry.action} expand="none" />
        )}{' '}
        <span className="text-fg-muted">
          by <Untrusted text={entry.actorName} max={80} expand="none" />
        </span>
        {entry.details !== null && <Details details={entry.details} />}
        <span className="block truncate font-mono text-xs text-fg-faint" title={entry.mac}>
          seal {entry.mac}
        </span>
      </span>
      <span className="text-xs text-fg-muted">
        <DateTime value={entry.at} mode="local" />
      </span>
    </li>
  );
}

/** What is said of an entry: only what is there, in the words of the record. */
function Details({ details }: { details: NonNullable<CustodyEntryView['details']> }) {
  const said = Object.entries(details).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (said.length === 0) return null;
  const text = said
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return (
    <span className="block text-xs text-fg-muted">
      <Untrusted text={text} max={300} />
    </span>
  );
}

function Result({ verification }: { verification: Verification }) {
  if (verification.isIntact === null)
    return <p className="text-fg-muted">The file is being read; the job shows how far it is.</p>;
  if (verification.isIntact)
    return (
      <p className="flex items-center gap-1.5 text-ok">
        <ShieldCheck aria-hidden className="size-4 shrink-0" />
        <span>
          Intact: {verification.entries} entries
          {verification.fileChecked ? ' and every byte of the file' : ', no file'}{' '}
          <DateTime value={verification.at} />
        </span>
      </p>
    );
  const isUnchecked = isUncheckedOnly(verification.problems);
  return (
    <div className={`flex gap-1.5 ${isUnchecked ? 'text-warn' : 'text-bad'}`}>
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p>
          {isUnchecked ? 'Not all of it can be checked here' : 'Not intact'}{' '}
          <DateTime value={verification.at} />
        </p>
        <ul className="list-disc pl-4">
          {verification.problems.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
