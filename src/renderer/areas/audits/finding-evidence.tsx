import { Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { FindingDetail } from '../../../shared/areas/audits/findings.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { EvidencePicker } from './audit-pickers.tsx';
import { useAuditCall } from './audits.queries.ts';

/** Evidence that belongs to a finding: of what was found, or of its remediation. */
export function FindingEvidence({ finding }: { finding: FindingDetail }) {
  const mayWrite = useMay('evidence.write');
  const [isPicking, setIsPicking] = useState(false);
  const params = { id: finding.id };
  const link = useAuditCall(
    (client, evidenceId: string) =>
      client.call(auditWorkContract.addFindingEvidence, { params, body: { evidenceId } }),
    { failed: 'Failed to link evidence' },
  );
  const unlink = useAuditCall(
    (client, evidenceId: string) =>
      client.call(auditWorkContract.removeFindingEvidence, { params: { ...params, evidenceId } }),
    { failed: 'Failed to take evidence off' },
  );
  return (
    <section aria-label="Evidence" className="flex flex-col gap-2">
      <h4 className="text-sm font-semibold text-fg">Evidence, {finding.evidence.length}</h4>
      <ul className="flex flex-col divide-y divide-line">
        {finding.evidence.map(({ id, title }) => (
          <li key={id} className="flex items-center gap-2 py-1">
            <Link
              to={`/evidence?evidence=${id}`}
              className="min-w-0 flex-1 truncate text-accent-text underline-offset-2 hover:underline"
            >
              <Untrusted text={title} max={160} expand="none" />
            </Link>
            {mayWrite && (
              <Button
                size="sm"
                variant="ghost"
                icon={<X aria-hidden />}
                label={`Take off ${title}`}
                onClick={() => unlink.mutate(id)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && !isPicking && (
        <Button
          className="self-start"
          icon={<Paperclip aria-hidden />}
          onClick={() => setIsPicking(true)}
        >
          Link evidence
        </Button>
      )}
      {mayWrite && isPicking && (
        <EvidencePicker
          chosen={null}
          leftOut={finding.evidence.map(({ id }) => id)}
          onChoose={(id) => link.mutate(id)}
        />
      )}
    </section>
  );
}
