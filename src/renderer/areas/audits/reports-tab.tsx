import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import type { AuditPackage } from '../../../shared/areas/audits/audit-reports.contract.ts';
import { AUDIT_STATUS_LABELS } from '../../../shared/areas/audits/audits.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { PackageList } from './package-list.tsx';
import { PackageVerifyDialog } from './package-verify-dialog.tsx';
import { ReportList } from './report-list.tsx';
import { ReportSigningCard } from './report-signing-card.tsx';
import { auditChoicesQuery } from './reports.queries.ts';

const PARAM = 'audit';

/** Reports and packages, audit by audit; which one is in the address. */
export function ReportsTab() {
  const audits = useQuery(auditChoicesQuery(useClient()));
  const [params, setParams] = useAddressParams();
  const [toVerify, setToVerify] = useState<AuditPackage | null>(null);
  if (audits.isPending) return <Skeleton className="mt-4 h-64" />;
  if (audits.isError)
    return (
      <ErrorState
        title="The audits could not be listed"
        error={audits.error}
        onRetry={() => void audits.refetch()}
      />
    );
  const chosen = audits.data.find(({ id }) => id === params.get(PARAM)) ?? audits.data[0];
  if (!chosen)
    return (
      <EmptyState
        icon={<CalendarClock aria-hidden />}
        title="No Audits Scheduled"
        text="Reports and packages are made of an audit. Schedule one first."
      />
    );
  return (
    <div className="flex flex-col gap-4 pt-4">
      <div className="w-full max-w-xl">
        <Select
          label="Audit"
          value={chosen.id}
          onValueChange={(id) => {
            const next = new URLSearchParams(params);
            next.set(PARAM, id);
            setParams(next);
          }}
          options={audits.data.map(({ id, title, status }) => ({
            value: id,
            text: title,
            label: (
              <>
                <Untrusted text={title} expand="none" />
                <span className="text-fg-muted"> · {AUDIT_STATUS_LABELS[status]}</span>
              </>
            ),
          }))}
        />
      </div>
      <ReportList key={`reports ${chosen.id}`} auditId={chosen.id} />
      <PackageList key={`packages ${chosen.id}`} auditId={chosen.id} onVerify={setToVerify} />
      <ReportSigningCard />
      <PackageVerifyDialog made={toVerify} onClose={() => setToVerify(null)} />
    </div>
  );
}
