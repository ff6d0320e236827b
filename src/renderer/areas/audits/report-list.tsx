import { useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import {
  type AuditReport,
  auditReportsContract,
} from '../../../shared/areas/audits/audit-reports.contract.ts';
import { OPINION_LABELS } from '../../../shared/areas/audits/audit-reports.rules.ts';
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
import { ReportDialog } from './report-dialog.tsx';
import { ReportHash } from './report-hash.tsx';
import { ReportMaking } from './report-making.tsx';
import { fileSize } from './reports.format.ts';
import { reportsQuery, useMaking } from './reports.queries.ts';

/** Reports that were made of an audit, each as it was, and the way to make one. */
export function ReportList({ auditId }: { auditId: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const reports = useQuery(reportsQuery(useClient(), auditId));
  const mayMake = useMay('audits.write');
  const job = useMaking('audit-report', 'The report is made');
  const make = mayMake && (
    <Button variant="primary" disabled={job !== null} onClick={() => setIsAsking(true)}>
      Make report
    </Button>
  );
  return (
    <Card
      title="Reports"
      note="Every report that was made is kept as it was, with its hash."
      actions={make}
      bodyClassName="p-0"
    >
      {job && <ReportMaking job={job} />}
      {reports.isPending && <Skeleton className="m-4 h-16" />}
      {reports.isError && (
        <ErrorState
          title="The reports could not be listed"
          error={reports.error}
          onRetry={() => void reports.refetch()}
        />
      )}
      {reports.data?.length === 0 && (
        <EmptyState
          icon={<FileText aria-hidden />}
          title="No report yet"
          text="A report says what was examined, how, and what was found: as PDF, Word, Excel or OSCAL."
        />
      )}
      <ul className="divide-y divide-line">
        {reports.data?.map((report) => (
          <ReportRow key={report.id} report={report} />
        ))}
      </ul>
      <ReportDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        auditId={auditId}
        last={reports.data?.[0]}
      />
    </Card>
  );
}

function ReportRow({ report }: { report: AuditReport }) {
  const host = useHost();
  const sayError = useErrorToast();
  const path = endpointPath(auditReportsContract.reportFile, {
    params: { id: report.auditId, reportId: report.id },
  });
  const { opinion, selfApproved } = report;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium text-fg">Version {report.version}</span>
          <Badge>{report.form}</Badge>
          {opinion !== null && <Badge tone="accent">{OPINION_LABELS[opinion]}</Badge>}
          {selfApproved > 0 && <Badge tone="warn">{selfApproved} self-approved</Badge>}
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-xs text-fg-muted tabular-nums">
          <DateTime value={report.createdAt} />
          <span>·</span>
          <Untrusted text={report.createdByName ?? 'Watchfloor'} />
          <span>· {fileSize(report.sizeBytes)} · SHA-256</span>
          <ReportHash
            hash={report.sha256}
            label={`Copy the SHA-256 of version ${report.version}`}
          />
        </p>
      </div>
      <Button
        size="sm"
        icon={<Download aria-hidden />}
        label={`Download version ${report.version}`}
        onClick={() => host.saveAs(path, report.fileName).catch(sayError)}
      >
        Download
      </Button>
    </li>
  );
}
