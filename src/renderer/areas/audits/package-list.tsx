import { useQuery } from '@tanstack/react-query';
import { Download, Package } from 'lucide-react';
import {
  type AuditPackage,
  auditReportsContract,
} from '../../../shared/areas/audits/audit-reports.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ReportHash } from './report-hash.tsx';
import { ReportMaking } from './report-making.tsx';
import { fileSize } from './reports.format.ts';
import { packagesQuery, useMakePackage, useMaking } from './reports.queries.ts';

interface PackageListProps {
  auditId: string;
  onVerify: (made: AuditPackage) => void;
}

/** Packages that were made of an audit: evidence, reports, manifest, signature, verifier. */
export function PackageList({ auditId, onVerify }: PackageListProps) {
  const packages = useQuery(packagesQuery(useClient(), auditId));
  const make = useMakePackage(auditId);
  const mayMake = useMay('audits.write');
  const job = useMaking('audit-package', 'The package is made');
  const sayError = useErrorToast();
  const onMake = () => make.mutate(undefined, { onError: sayError });
  return (
    <Card
      title="Audit packages"
      note="One ZIP file with all evidence, reports and records, signed, and verified without Watchfloor."
      actions={
        mayMake && (
          <Button variant="primary" disabled={job !== null || make.isPending} onClick={onMake}>
            Make package
          </Button>
        )
      }
      bodyClassName="p-0"
    >
      {job && <ReportMaking job={job} />}
      {packages.isPending && <Skeleton className="m-4 h-16" />}
      {packages.isError && (
        <ErrorState
          title="The packages could not be listed"
          error={packages.error}
          onRetry={() => void packages.refetch()}
        />
      )}
      {packages.data?.length === 0 && (
        <EmptyState
          icon={<Package aria-hidden />}
          title="No package yet"
          text="A package is what an auditor takes along. Make the reports first: they go into it."
        />
      )}
      <ul className="divide-y divide-line">
        {packages.data?.map((made) => (
          <PackageRow key={made.id} made={made} onVerify={() => onVerify(made)} />
        ))}
      </ul>
    </Card>
  );
}

function PackageRow({ made, onVerify }: { made: AuditPackage; onVerify: () => void }) {
  const host = useHost();
  const sayError = useErrorToast();
  const path = endpointPath(auditReportsContract.packageFile, {
    params: { id: made.auditId, packageId: made.id },
  });
  const name = `package ${made.number}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium text-fg">Package {made.number}</span>
          <Badge>{made.evidenceCount} pieces of evidence</Badge>
          {made.absentCount > 0 && <Badge tone="warn">{made.absentCount} without a file</Badge>}
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-fg-muted tabular-nums">
          <DateTime value={made.createdAt} />
          <span>·</span>
          <Untrusted text={made.createdByName ?? 'Watchfloor'} />
          <span>
            · {made.fileCount} files · {fileSize(made.sizeBytes)} · SHA-256
          </span>
          <ReportHash hash={made.sha256} label={`Copy the SHA-256 of ${name}`} />
          <span>· signed by</span>
          <ReportHash hash={made.fingerprint} label={`Copy the fingerprint of ${name}`} />
        </p>
      </div>
      <Button size="sm" variant="ghost" label={`How to verify ${name}`} onClick={onVerify}>
        How to verify
      </Button>
      <Button
        size="sm"
        icon={<Download aria-hidden />}
        label={`Download ${name}`}
        onClick={() => host.saveAs(path, made.fileName).catch(sayError)}
      >
        Download
      </Button>
    </li>
  );
}
