import { Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Audit, auditsContract } from '../../../shared/areas/audits/audits.contract.ts';
import { isAuditOpen } from '../../../shared/areas/audits/audits.rules.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { Facts, fact } from './audit-facts.tsx';
import { AuditScopeDialog } from './audit-scope-dialog.tsx';
import { useAuditCall } from './audits.queries.ts';
import { periodText } from './audits.text.ts';

/** What the audit looks at, and when it was prepared. */
export function AuditScope({ audit }: { audit: Audit }) {
  const mayWrite = useMay('audits.write') && isAuditOpen(audit.status);
  const [isEditing, setIsEditing] = useState(false);
  const prepare = useAuditCall(
    (client, id: string) => client.call(auditsContract.prepare, { params: { id } }),
    { done: 'Preparation started', failed: 'Failed to update audit' },
  );
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card
        title="Scope"
        note={periodText(audit.periodStart, audit.periodEnd)}
        actions={mayWrite && <Button onClick={() => setIsEditing(true)}>Change scope</Button>}
      >
        {audit.scope && (
          <p className="mb-3 text-fg">
            <Untrusted text={audit.scope} newlines="keep" />
          </p>
        )}
        {audit.frameworks.length === 0 ? (
          <p className="text-fg-muted">
            No framework is in scope yet. Requests are made from the controls of the frameworks that
            are.
          </p>
        ) : (
          <ul aria-label="Frameworks in scope" className="flex flex-col divide-y divide-line">
            {audit.frameworks.map(({ id, name, version }) => (
              <li key={id} className="py-1.5">
                <Link
                  to={`/compliance?tab=frameworks&framework=${id}`}
                  className="text-accent-text underline-offset-2 hover:underline"
                >
                  <Untrusted text={name} max={100} expand="none" />
                </Link>{' '}
                <span className="text-xs text-fg-muted">
                  <Untrusted text={version} max={40} expand="none" />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card
        title="Course"
        actions={
          mayWrite &&
          audit.preparationStartedAt === null && (
            <Button
              icon={<Play aria-hidden />}
              disabled={prepare.isPending}
              onClick={() => prepare.mutate(audit.id)}
            >
              Start preparation
            </Button>
          )
        }
      >
        <Facts
          className="grid gap-3 sm:grid-cols-2"
          facts={[
            fact('Scheduled', <DateTime key="made" value={audit.createdAt} />),
            fact('Preparation started', <Moment key="prep" at={audit.preparationStartedAt} />),
            fact('Evidence package ready', <Moment key="ready" at={audit.packageReadyAt} />),
            fact('Ended', <Moment key="ended" at={audit.endedAt} />),
          ]}
        />
      </Card>
      {isEditing && <AuditScopeDialog audit={audit} onClose={() => setIsEditing(false)} />}
    </div>
  );
}

function Moment({ at }: { at: string | null }) {
  return at === null ? <span className="text-fg-muted">Not yet</span> : <DateTime value={at} />;
}
