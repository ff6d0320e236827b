import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { FindingDetail } from '../../../shared/areas/audits/findings.contract.ts';
import {
  type FindingStep,
  STEP_RULES,
  stepsFrom,
} from '../../../shared/areas/audits/findings.rules.ts';
import { useMay, useUser } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from './audit-reason-dialog.tsx';
import { useAuditCall } from './audits.queries.ts';

const DESCRIPTIONS: Record<FindingStep, string> = {
  plan: 'How it will be put right, by whom and until when.',
  remediated: 'Somebody else retests it after this.',
  pass: 'The finding is closed. The one who remediated it does not retest it.',
  fail: 'The finding goes back to remediation.',
  accept: 'Nothing is put right until the expiry; after that it is overdue.',
  reopen: 'It becomes due anew by its severity.',
};

/** What can be done to a finding next, by the one who looks at it. */
export function FindingSteps({ finding }: { finding: FindingDetail }) {
  const runsAudits = useMay('audits.write');
  const me = useUser().id;
  const mayWork = useMay('evidence.write') && finding.owner?.id === me;
  const [asked, setAsked] = useState<FindingStep | null>(null);
  const act = useAuditCall(
    (client, { step, note, until }: { step: FindingStep; note: string; until: string }) =>
      client.call(auditWorkContract.stepFinding, {
        params: { id: finding.id },
        body: { step, note, until },
      }),
    { done: 'Finding updated successfully', failed: 'Failed to update finding' },
  );
  const offered = stepsFrom(finding.status).filter(
    (step) => runsAudits || (mayWork && (step === 'plan' || step === 'remediated')),
  );
  const rule = asked === null ? null : STEP_RULES[asked];
  return (
    <>
      {offered.toReversed().map((step) => (
        <Button
          key={step}
          variant={step === offered[0] ? 'primary' : 'secondary'}
          onClick={() => setAsked(step)}
        >
          {STEP_RULES[step].label}
        </Button>
      ))}
      {asked && rule && (
        <ReasonDialog
          open
          onClose={() => setAsked(null)}
          title={rule.label}
          description={DESCRIPTIONS[asked]}
          label={rule.note}
          {...(asked === 'accept' ? { dayLabel: 'Expiry' } : {})}
          confirmLabel={rule.label}
          isPending={act.isPending}
          onConfirm={(note, until) =>
            act.mutate({ step: asked, note, until }, { onSuccess: () => setAsked(null) })
          }
        />
      )}
    </>
  );
}
