import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import {
  AUDIT_FRAMEWORK_LABELS,
  AUDIT_TYPE_LABELS,
} from '../../../shared/areas/audits/audits.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RecordElsewhere } from '../history/history.embed.tsx';
import { AuditActions } from './audit-actions.tsx';
import { AuditBadge } from './audit-badges.tsx';
import { Facts, fact } from './audit-facts.tsx';
import { AuditFormDialog } from './audit-form-dialog.tsx';
import { AuditHistory } from './audit-history.tsx';
import { AuditProgressBars } from './audit-progress.tsx';
import { AuditScope } from './audit-scope.tsx';
import { auditHistoryQuery } from './audits.queries.ts';
import { periodText } from './audits.text.ts';
import { FindingList } from './finding-list.tsx';
import { RequestPart } from './request-part.tsx';
import { SamplePart } from './sample-part.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const PARTS = ['scope', 'requests', 'samples', 'findings', 'history'] as const;

/** One audit with everything that belongs to it. */
export function AuditDetail({ audit }: { audit: Audit }) {
  const address = useAuditAddress();
  const part = PARTS.find((name) => name === address.get('part')) ?? 'scope';
  const { requests, samples, findings } = audit.progress;
  return (
    <article aria-label={audit.title} className="flex flex-col gap-4">
      <Head audit={audit} />
      <AuditProgressBars progress={audit.progress} />
      <Tabs
        value={part}
        onValueChange={(name) => address.set({ part: name === 'scope' ? null : name })}
      >
        <TabList label="Parts of the audit">
          <Tab value="scope">Scope</Tab>
          <Tab value="requests" count={requests.total}>
            Requests
          </Tab>
          <Tab value="samples" count={samples.total}>
            Samples
          </Tab>
          <Tab value="findings" count={findings.total}>
            Findings
          </Tab>
          <Tab value="history">History</Tab>
        </TabList>
        <TabPanel value="scope">
          <AuditScope audit={audit} />
        </TabPanel>
        <TabPanel value="requests">
          <RequestPart audit={audit} />
        </TabPanel>
        <TabPanel value="samples">
          <SamplePart audit={audit} />
        </TabPanel>
        <TabPanel value="findings">
          <FindingList audit={audit} />
        </TabPanel>
        <TabPanel value="history">
          <History id={audit.id} />
        </TabPanel>
      </Tabs>
    </article>
  );
}

function Head({ audit }: { audit: Audit }) {
  const address = useAuditAddress();
  const mayWrite = useMay('audits.write');
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Button
          variant="ghost"
          icon={<ArrowLeft aria-hidden />}
          label="Back to all audits"
          onClick={() => address.set({ audit: null, part: null })}
        />
        <div className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-2 py-1">
          <h2 className="text-base font-semibold text-fg">
            <Untrusted text={audit.title} max={255} />
          </h2>
          <AuditBadge status={audit.status} />
          <Badge>{AUDIT_TYPE_LABELS[audit.type]}</Badge>
          {audit.framework && (
            <Badge tone="accent">{AUDIT_FRAMEWORK_LABELS[audit.framework]}</Badge>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {mayWrite && (
            <Button icon={<Pencil aria-hidden />} onClick={() => setIsEditing(true)}>
              Edit
            </Button>
          )}
          <AuditActions audit={audit} />
        </div>
      </div>
      {audit.description && (
        <p className="text-fg-muted">
          <Untrusted text={audit.description} newlines="keep" max={1000} />
        </p>
      )}
      <Facts
        facts={[
          fact(
            'Auditor',
            audit.auditor ? <Untrusted text={audit.auditor} max={80} /> : <NoFigure />,
          ),
          fact('Start date', audit.startDate ?? <NoFigure />),
          fact('End date', audit.endDate ?? <NoFigure />),
          fact('Report date', audit.reportDate ?? <NoFigure />),
          fact('Period examined', periodText(audit.periodStart, audit.periodEnd)),
        ]}
      />
      {audit.recommendations && (
        <p className="text-fg">
          <span className="font-medium">Recommendations: </span>
          <Untrusted text={audit.recommendations} newlines="keep" />
        </p>
      )}
      <AuditFormDialog open={isEditing} audit={audit} onClose={() => setIsEditing(false)} />
    </div>
  );
}

function History({ id }: { id: string }) {
  const history = useQuery(auditHistoryQuery(useClient(), id));
  return (
    <>
      <RecordElsewhere resource="audits" id={id} />
      <AuditHistory title="History of the audit" query={history} />
    </>
  );
}
