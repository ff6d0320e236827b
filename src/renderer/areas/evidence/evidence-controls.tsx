import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { EvidenceDetail } from '../../../shared/areas/evidence/evidence.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ControlPicker } from './control-picker.tsx';
import { Part } from './evidence-part.tsx';
import { useLinkEvidence } from './mappings.queries.ts';

/** The controls that this evidence proves; more of them by search. */
export function EvidenceControls({ evidence }: { evidence: EvidenceDetail }) {
  const mayWrite = useMay('evidence.write');
  const [isAdding, setIsAdding] = useState(false);
  const link = useLinkEvidence();
  const onError = useErrorToast();
  const change = (controlId: string, isLinked: boolean) =>
    link.mutate({ evidenceId: evidence.id, controlId, isLinked }, { onError });
  return (
    <Part title="Controls">
      {evidence.controls.length === 0 && (
        <p className="text-fg-muted">It is linked to no control yet.</p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {evidence.controls.map((control) => (
          <li key={control.id} className="flex items-center gap-2 py-1">
            <Link
              to={`/compliance?tab=controls&control=${encodeURIComponent(control.id)}`}
              className="min-w-0 flex-1 truncate rounded-sm text-fg hover:underline"
            >
              <span className="font-medium">
                <Untrusted text={control.controlId} max={40} expand="none" />
              </span>{' '}
              <Untrusted text={control.title} max={80} expand="none" />{' '}
              <span className="text-xs text-fg-muted">
                <Untrusted text={control.framework} max={60} expand="none" />
              </span>
            </Link>
            {mayWrite && (
              <Button
                size="sm"
                variant="ghost"
                icon={<Link2Off aria-hidden />}
                label={`Unlink ${control.controlId} of ${control.framework}`}
                disabled={link.isPending}
                onClick={() => change(control.id, false)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && !isAdding && (
        <Button size="sm" className="self-start" onClick={() => setIsAdding(true)}>
          Link a control
        </Button>
      )}
      {isAdding && (
        <ControlPicker
          chosen={[]}
          known={[]}
          onChange={([id]) => id !== undefined && change(id, true)}
        />
      )}
    </Part>
  );
}
