import { Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  CONTROL_WEIGHT_LABELS,
  type ControlWeight,
} from '../../../shared/areas/risk/residual.rules.ts';
import { type RiskDetail, risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import type { LinkedRiskControl } from '../../../shared/areas/risk/risks.treatment.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { LinkControlDialog } from './link-control-dialog.tsx';
import { RiskPart } from './risk-part.tsx';
import { useRiskCall } from './risks.queries.ts';

/** The controls that the treatment rests on; the residual follows how effective they are. */
export function RiskControls({ risk }: { risk: RiskDetail }) {
  const mayWrite = useMay('risk.write');
  const [isLinking, setIsLinking] = useState(false);
  const [leaving, setLeaving] = useState<LinkedRiskControl | null>(null);
  const unlink = useRiskCall(
    (client, { controlId, reason }: { controlId: string; reason: string }) =>
      client.call(risksContract.unlinkControl, {
        params: { id: risk.id, controlId },
        body: { reason },
      }),
    { done: 'Control unlinked', failed: 'Failed to unlink the control' },
  );
  return (
    <RiskPart
      title="Linked controls"
      actions={
        mayWrite && (
          <Button size="sm" icon={<Link2 aria-hidden />} onClick={() => setIsLinking(true)}>
            Link control
          </Button>
        )
      }
    >
      {risk.controls.length === 0 ? (
        <p className="text-fg-muted">
          No control is linked: the residual stays at 0.7 of the inherent risk.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {risk.controls.map((control) => (
            <li key={control.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <Link
                to={`/compliance?tab=controls&control=${encodeURIComponent(control.id)}`}
                className="min-w-40 flex-1 text-accent-text underline-offset-2 hover:underline"
              >
                <Untrusted text={`${control.ref} ${control.title}`} max={140} expand="none" />
              </Link>
              <span className="text-xs text-fg-muted">
                <Untrusted text={control.framework} max={60} expand="none" />
              </span>
              <Badge>{CONTROL_WEIGHT_LABELS[control.weight as ControlWeight]}</Badge>
              {mayWrite && (
                <Button
                  size="sm"
                  variant="ghost"
                  icon={<Unlink aria-hidden />}
                  label={`Unlink ${control.ref}`}
                  onClick={() => setLeaving(control)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isLinking && <LinkControlDialog risk={risk} onClose={() => setIsLinking(false)} />}
      {leaving && (
        <ReasonDialog
          title="Unlink control"
          description={
            <Untrusted text={`${leaving.ref} ${leaving.title}`} max={160} expand="none" />
          }
          label="Unlink"
          pendingLabel="Unlinking..."
          isPending={unlink.isPending}
          onClose={() => setLeaving(null)}
          onReason={(reason) =>
            unlink.mutate({ controlId: leaving.id, reason }, { onSuccess: () => setLeaving(null) })
          }
        />
      )}
    </RiskPart>
  );
}
