import { useState } from 'react';
import { Link } from 'react-router-dom';
import type {
  TestResult,
  TestRun,
} from '../../../shared/areas/compliance/control-tests.contract.ts';
import { controlsContract } from '../../../shared/areas/compliance/controls.contract.ts';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import { useMay } from '../../api/session.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ControlDecisionDialog } from './control-decision-dialog.tsx';
import { useControlChange } from './controls.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

const TONES: Record<TestResult, BadgeTone> = { PASS: 'ok', FAIL: 'bad', INCONCLUSIVE: 'warn' };

interface ControlRunProps {
  run: TestRun;
  nameOf: (accountId: string) => string;
}

/** One run: result, who did it, whether it counts, and what it proposes. */
export function ControlRun({ run, nameOf }: ControlRunProps) {
  return (
    <li className="border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge tone={TONES[run.result]}>{run.result}</Badge>
        {run.approvedAt === null && <Badge tone="warn">Waits for approval</Badge>}
        {run.isSelfApproved && <Badge tone="warn">self-approved</Badge>}
        <DateTime value={run.ranAt} className="text-xs text-fg-muted tabular-nums" />
      </p>
      <p className="text-xs text-fg-muted">
        Run by {run.tester === null ? 'nobody' : nameOf(run.tester)}
        {run.approvedBy !== null && `, approved by ${nameOf(run.approvedBy)}`}
        {run.evidenceId !== null && (
          <>
            {' · '}
            <Link
              to={`/evidence?evidence=${run.evidenceId}`}
              className="text-accent-text underline underline-offset-2"
            >
              <Untrusted text={run.evidenceTitle ?? 'Evidence'} max={80} expand="none" />
            </Link>
          </>
        )}
      </p>
      {run.notes && (
        <p className="text-fg">
          <Untrusted text={run.notes} newlines="keep" />
        </p>
      )}
      <Approval run={run} />
      <Proposal run={run} nameOf={nameOf} />
    </li>
  );
}

function Approval({ run }: { run: TestRun }) {
  const mayWrite = useMay('compliance.write');
  const { succeed, fail } = useControlNotice();
  const approve = useControlChange((client, id: string) =>
    client.call(controlsContract.approveRun, { params: { id } }),
  );
  const withdraw = useControlChange((client, id: string) =>
    client.call(controlsContract.withdrawRun, { params: { id } }),
  );
  if (run.approvedAt !== null || !mayWrite) return null;
  const isPending = approve.isPending || withdraw.isPending;
  return (
    <div className="mt-1 flex gap-1.5">
      <Button
        size="sm"
        disabled={isPending}
        onClick={() =>
          approve.mutate(run.id, {
            onSuccess: () => succeed('Run approved'),
            onError: (error) => fail('Failed to approve run', error),
          })
        }
      >
        Approve run
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={isPending}
        onClick={() =>
          withdraw.mutate(run.id, {
            onSuccess: () => succeed('Run withdrawn'),
            onError: (error) => fail('Failed to withdraw run', error),
          })
        }
      >
        Withdraw
      </Button>
    </div>
  );
}

function Proposal({ run, nameOf }: ControlRunProps) {
  const mayWrite = useMay('compliance.write');
  const [decision, setDecision] = useState<'CONFIRMED' | 'DISMISSED' | null>(null);
  if (run.proposedStatus === null) return null;
  const status = controlStatusText(run.proposedStatus);
  if (run.decision !== null) {
    const verb = run.decision === 'CONFIRMED' ? 'confirmed' : 'dismissed';
    return (
      <p className="text-xs text-fg-muted">
        Downgrade to {status} {verb} by {run.decidedBy === null ? 'nobody' : nameOf(run.decidedBy)}:
        “<Untrusted text={run.decisionNote} />”
      </p>
    );
  }
  return (
    <div className="mt-1 rounded-md bg-warn-soft px-2.5 py-2 text-warn">
      <p>This run proposes {status}. Nothing changes until a person confirms it.</p>
      {mayWrite && (
        <div className="mt-1.5 flex gap-1.5">
          <Button size="sm" onClick={() => setDecision('CONFIRMED')}>
            Confirm downgrade
          </Button>
          <Button size="sm" onClick={() => setDecision('DISMISSED')}>
            Dismiss
          </Button>
        </div>
      )}
      {decision && (
        <ControlDecisionDialog run={run} decision={decision} onClose={() => setDecision(null)} />
      )}
    </div>
  );
}
