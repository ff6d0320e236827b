import { useState } from 'react';
import {
  type AutomationHealth,
  automationContract,
} from '../../../shared/areas/assistant/automation.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useAutomationCall } from './automation.queries.ts';

type Points = AutomationHealth['points'];

const count = (n: number) => n.toLocaleString('en');

/** What the desk's verdicts made of the points of suspicion, and the way back to the hand-set ones. */
export function PointsCard({ points }: { points: Points }) {
  const mayManage = useMay('workspace.manage');
  const [isAsking, setIsAsking] = useState(false);
  const isByHand = points.use === 'HAND';
  const set = useAutomationCall(
    (client, reason: string) =>
      client.call(automationContract.setPoints, {
        body: { use: isByHand ? 'REFITTED' : 'HAND', reason },
      }),
    (policy) =>
      policy.points === 'HAND'
        ? 'Suspicion is counted by the hand-set points.'
        : 'Suspicion is counted by the points that the desk refitted.',
  );
  // Those by hand are in use as long as the desk has refitted none: they can be kept, not chosen.
  const byHand = points.refit ? 'Use hand-set points' : 'Keep hand-set points';
  const label = isByHand ? 'Use refitted points' : byHand;
  return (
    <Card
      title="Points of suspicion"
      note="They rank alerts; they close nothing"
      actions={mayManage && <Button onClick={() => setIsAsking(true)}>{label}</Button>}
    >
      <p className="text-sm text-fg">
        <InUse points={points} />
      </p>
      {points.refit && points.refit.changes.length > 0 && (
        <PointsTable changes={points.refit.changes} />
      )}
      {isAsking && (
        <ReasonDialog
          title={label}
          description={
            isByHand
              ? 'Points follow the desk again, by at most four points or three tenths. Open alerts are ranked anew.'
              : 'Points stay as they ship, whatever the desk says. Open alerts are ranked anew.'
          }
          label="Save"
          pendingLabel="Saving..."
          isPending={set.isPending}
          onClose={() => setIsAsking(false)}
          onReason={(reason) => set.mutate(reason, { onSuccess: () => setIsAsking(false) })}
        />
      )}
    </Card>
  );
}

function InUse({ points: { use, refit, verdicts, needed } }: { points: Points }) {
  const counted = `${count(verdicts.malicious)} malicious and ${count(verdicts.benign)} benign verdicts count so far`;
  if (use === 'HAND')
    return `The hand-set points are in use, by a person\u2019s choice. ${counted}.`;
  if (!refit)
    return `The hand-set points are in use. They are refitted from ${count(needed.malicious)} malicious and ${count(needed.benign)} benign verdicts on; ${counted}.`;
  return (
    <>
      {`Revision ${refit.revision}, refitted on ${count(refit.malicious)} malicious and ${count(refit.benign)} benign verdicts, `}
      <DateTime value={refit.at} />
      {refit.changes.length === 0 && '. Every point is as set by hand'}.
    </>
  );
}

function PointsTable({ changes }: { changes: NonNullable<Points['refit']>['changes'] }) {
  return (
    <table className="mt-3 w-full text-sm">
      <thead>
        <tr className="border-b border-line text-left text-xs text-fg-muted">
          <th scope="col" className="py-1.5 font-medium">
            Reason
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            By hand
          </th>
          <th scope="col" className="py-1.5 text-right font-medium">
            Refitted
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ code, reason, byHand, refitted }) => (
          <tr key={code} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 text-left font-normal text-fg">
              {reason}
            </th>
            <td className="py-1.5 text-right text-fg-muted tabular-nums">{byHand}</td>
            <td className="py-1.5 text-right text-fg tabular-nums">{refitted}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
