import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import type { Finding } from '../../../shared/areas/audits/findings.contract.ts';
import {
  FINDING_STATUS_LABELS,
  FINDING_STATUSES,
  isFindingOpen,
} from '../../../shared/areas/audits/findings.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { findingsQuery } from './audits.queries.ts';
import { FINDING_COLUMNS, FINDING_COLUMNS_OF_ALL } from './finding-columns.tsx';
import { FindingDialog } from './finding-dialog.tsx';
import { FindingFormDialog } from './finding-form-dialog.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const ALL = 'ALL';
const OPEN = 'open';
const OVERDUE = 'overdue';
const STATE_OPTIONS = [
  { value: ALL, label: 'Every status' },
  { value: OPEN, label: 'All open' },
  { value: OVERDUE, label: 'Overdue' },
  ...FINDING_STATUSES.map((value) => ({ value, label: FINDING_STATUS_LABELS[value] })),
];
const SEVERITY_OPTIONS = [
  { value: ALL, label: 'Every severity' },
  ...SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })),
];

function matches(finding: Finding, state: string | null, severity: string | null): boolean {
  if (severity !== null && finding.severity !== severity) return false;
  if (state === null) return true;
  if (state === OPEN) return isFindingOpen(finding.status);
  if (state === OVERDUE) return finding.isOverdue;
  return finding.status === state;
}

/** Findings of one audit, or of all where it is null; filters and the open one stand in the address. */
export function FindingList({ audit }: { audit: Audit | null }) {
  const address = useAuditAddress();
  const findings = useQuery(findingsQuery(useClient(), audit?.id ?? null));
  const mayWrite = useMay('audits.write');
  const [isAdding, setIsAdding] = useState(false);
  if (findings.isError && !findings.data)
    return (
      <ErrorState
        title="The findings could not be loaded"
        error={findings.error}
        onRetry={() => void findings.refetch()}
        isRetrying={findings.isFetching}
      />
    );
  if (findings.isPending) return <Skeleton className="h-64 w-full" />;
  const state = address.get('state');
  const severity = address.get('severity');
  const all = findings.data.rows;
  const shown = all.filter((finding) => matches(finding, state, severity));
  const add = mayWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsAdding(true)}>
      Record finding
    </Button>
  );
  return (
    <>
      <DataTable
        label="Findings"
        columns={audit === null ? FINDING_COLUMNS_OF_ALL : FINDING_COLUMNS}
        rows={shown}
        rowId={({ id }) => id}
        rowName={({ number, title }) => `F${number} ${title}`}
        storageKey={audit === null ? 'findings' : 'audit-findings'}
        onOpen={({ id }) => address.set({ finding: id })}
        toolbar={
          <div className="flex flex-wrap items-center gap-2">
            {all.length > 0 && add}
            <div className="w-40">
              <Select
                label="Status"
                value={state ?? ALL}
                options={STATE_OPTIONS}
                onValueChange={(value) => address.set({ state: value === ALL ? null : value })}
              />
            </div>
            <div className="w-40">
              <Select
                label="Severity"
                value={severity ?? ALL}
                options={SEVERITY_OPTIONS}
                onValueChange={(value) => address.set({ severity: value === ALL ? null : value })}
              />
            </div>
            <p className="text-xs text-fg-muted tabular-nums">
              {shown.length.toLocaleString()} of {all.length.toLocaleString()},{' '}
              {all.filter(({ isOverdue }) => isOverdue).length} overdue
            </p>
          </div>
        }
        className="max-h-[65vh]"
        empty={
          all.length === 0 ? (
            <EmptyState
              icon={<CircleAlert />}
              title="No findings"
              text="What an audit finds is followed here until a retest closes it."
              action={add}
            />
          ) : (
            <EmptyState
              title="No finding matches"
              text="Choose another status or severity."
              action={
                <Button onClick={() => address.set({ state: null, severity: null })}>
                  Show all findings
                </Button>
              }
            />
          )
        }
      />
      <FindingDialog />
      {isAdding && (
        <FindingFormDialog
          finding={null}
          auditId={audit?.id ?? null}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
