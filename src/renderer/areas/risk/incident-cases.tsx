import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { RiskCase, RiskIncidents } from '../../../shared/areas/risk/incident.contract.ts';
import { riskQuantContract } from '../../../shared/areas/risk/risk-quant.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useRiskCall } from './risks.queries.ts';
import { countText } from './risks.text.ts';

interface CaseListProps {
  /** Null: of a proposal, which nobody changes. */
  riskId: string | null;
  cases: readonly RiskCase[];
}

/** The cases that count, newest first, each with what it is made of. */
export function CaseList({ riskId, cases }: CaseListProps) {
  const mayWrite = useMay('risk.write');
  const [leaving, setLeaving] = useState<RiskCase | null>(null);
  if (cases.length === 0) return <p className="text-fg-muted">No case in this time.</p>;
  return (
    <>
      <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto rounded-md border border-line">
        {cases.map((one) => (
          <li key={one.key} className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
            <CaseFacts one={one} />
            {mayWrite && riskId !== null && (
              <LeaveButton riskId={riskId} one={one} onLeave={() => setLeaving(one)} />
            )}
          </li>
        ))}
      </ul>
      {leaving && riskId !== null && (
        <LeaveDialog riskId={riskId} one={leaving} onClose={() => setLeaving(null)} />
      )}
    </>
  );
}

function CaseFacts({ one }: { one: RiskCase }) {
  const [firstAlert] = one.alertIds;
  const more = one.alertCount > 1 ? ` and ${countText(one.alertCount - 1, 'more alert')}` : '';
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="text-fg [overflow-wrap:anywhere]">
        {firstAlert === undefined ? (
          <Untrusted text={one.title} max={200} />
        ) : (
          <Link
            to={`/alerts?alert=${encodeURIComponent(firstAlert)}`}
            className="text-accent-text hover:underline"
          >
            <Untrusted text={one.title} max={200} expand="none" />
          </Link>
        )}
        {more}
      </p>
      <p className="text-xs text-fg-muted">
        {one.kind === 'MANUAL' ? (
          `${one.confirmedAt}, added by hand`
        ) : (
          <>
            Confirmed <DateTime value={one.confirmedAt} />
            {one.investigationIds.length > 0 &&
              `, ${countText(one.investigationIds.length, 'investigation')}`}
            {one.matched.length > 0 && (
              <>
                , by <Untrusted text={one.matched.join(', ')} max={120} expand="none" />
              </>
            )}
          </>
        )}
      </p>
    </div>
  );
}

function LeaveButton({
  riskId,
  one,
  onLeave,
}: {
  riskId: string;
  one: RiskCase;
  onLeave: () => void;
}) {
  const remove = useRemoveEntry(riskId, 'Case removed');
  const { entryId } = one;
  const label = entryId === null ? `Not of this risk: ${one.title}` : `Remove case: ${one.title}`;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<X aria-hidden />}
      label={label}
      title={entryId === null ? 'Not of this risk' : 'Remove case'}
      disabled={remove.isPending}
      onClick={() => (entryId === null ? onLeave() : remove.mutate(entryId))}
    />
  );
}

function useRemoveEntry(riskId: string, done: string) {
  return useRiskCall(
    (client, entry: string) =>
      client.call(riskQuantContract.removeEntry, { params: { id: riskId, entry } }),
    { done, failed: 'Failed to change the cases' },
  );
}

function LeaveDialog({
  riskId,
  one,
  onClose,
}: {
  riskId: string;
  one: RiskCase;
  onClose: () => void;
}) {
  const exclude = useRiskCall(
    (client, note: string) =>
      client.call(riskQuantContract.excludeCase, {
        params: { id: riskId },
        body: { key: one.key, note },
      }),
    { done: 'Case taken out', failed: 'Failed to take the case out' },
  );
  return (
    <ReasonDialog
      title="Not of this risk"
      description={<Untrusted text={one.title} max={160} expand="none" />}
      label="Take out"
      pendingLabel="Taking out..."
      isPending={exclude.isPending}
      onClose={onClose}
      onReason={(reason) => exclude.mutate(reason, { onSuccess: onClose })}
    />
  );
}

/** What a person took out, and the way back. */
export function ExcludedList({
  riskId,
  excluded,
}: {
  riskId: string;
  excluded: RiskIncidents['excluded'];
}) {
  const mayWrite = useMay('risk.write');
  const remove = useRemoveEntry(riskId, 'Case counts again');
  if (excluded.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-fg-muted hover:text-fg">
        Taken out ({excluded.length.toLocaleString()})
      </summary>
      <ul className="mt-1 flex flex-col gap-1">
        {excluded.map(({ entryId, ref, note }) => (
          <li key={entryId} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 text-fg-muted [overflow-wrap:anywhere]">
              <Untrusted text={note} max={200} />
            </span>
            {mayWrite && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Undo2 aria-hidden />}
                label={`Count again: ${ref}`}
                title="Count again"
                onClick={() => remove.mutate(entryId)}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
