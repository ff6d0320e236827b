import { Link } from 'react-router-dom';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import {
  AUDIT_FRAMEWORK_LABELS,
  AUDIT_TYPE_LABELS,
} from '../../../shared/areas/audits/audits.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { AuditActions } from './audit-actions.tsx';
import { AuditBadge } from './audit-badges.tsx';
import { Facts, fact } from './audit-facts.tsx';
import { countText } from './audits.text.ts';

const TITLE_CHARS = 160;

/** One audit of the schedule, with what can be done to it next. */
export function AuditRow({ audit }: { audit: Audit }) {
  const { requests, findings } = audit.progress;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-sm font-semibold">
              <Link
                to={`/audits?audit=${audit.id}`}
                className="text-fg underline-offset-2 hover:underline"
              >
                <Untrusted text={audit.title} max={TITLE_CHARS} expand="none" />
              </Link>
            </h2>
            <AuditBadge status={audit.status} />
            <Badge>{AUDIT_TYPE_LABELS[audit.type]}</Badge>
            {audit.framework && (
              <Badge tone="accent">{AUDIT_FRAMEWORK_LABELS[audit.framework]}</Badge>
            )}
          </div>
          {audit.description && (
            <p className="text-fg-muted">
              <Untrusted text={audit.description} max={300} />
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <AuditActions audit={audit} />
        </div>
      </div>
      <Facts
        facts={[
          fact(
            'Auditor',
            audit.auditor ? <Untrusted text={audit.auditor} max={80} /> : <NoFigure />,
          ),
          fact('Start date', audit.startDate ?? <NoFigure />),
          fact('End date', audit.endDate ?? <NoFigure />),
          fact('Report date', audit.reportDate ?? <NoFigure />),
          fact(
            'Requests',
            requests.total === 0
              ? 'None yet'
              : `${requests.accepted} of ${requests.total} accepted${requests.overdue > 0 ? `, ${requests.overdue} overdue` : ''}`,
          ),
          fact(
            'Findings',
            findings.total === 0
              ? 'None'
              : `${countText(findings.open, 'open', 'open')} of ${findings.total}${findings.overdue > 0 ? `, ${findings.overdue} overdue` : ''}`,
          ),
        ]}
      />
    </li>
  );
}
