import type { Finding } from '../../../shared/areas/audits/findings.contract.ts';
import { FINDING_STATUS_LABELS } from '../../../shared/areas/audits/findings.rules.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { FindingBadge, SeverityBadge } from './audit-badges.tsx';
import { dayText } from './audits.text.ts';

/** The due day, or that of the acceptance. */
function dueOf({ status, dueAt, acceptedUntil }: Finding): string | null {
  return status === 'ACCEPTED' ? acceptedUntil : dueAt;
}

export const FINDING_COLUMNS: readonly DataColumn<Finding>[] = [
  {
    id: 'number',
    header: 'No.',
    value: ({ number }) => number,
    cell: ({ number }) => `F${number}`,
    share: 0.3,
    minWidth: 56,
  },
  {
    id: 'title',
    header: 'Finding',
    value: ({ title }) => title,
    cell: ({ title }) => <Untrusted text={title} max={160} expand="none" />,
    share: 3,
    minWidth: 200,
    isFixed: true,
  },
  {
    id: 'severity',
    header: 'Severity',
    value: ({ severity }) => SEVERITIES.indexOf(severity),
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
    minWidth: 96,
  },
  {
    id: 'status',
    header: 'Status',
    value: ({ status }) => FINDING_STATUS_LABELS[status],
    cell: ({ status, isOverdue }) => (
      <span className="flex gap-1.5">
        <FindingBadge status={status} isOverdue={isOverdue} />
      </span>
    ),
    minWidth: 180,
  },
  {
    id: 'due',
    header: 'Due',
    value: dueOf,
    cell: (finding) => (finding.status === 'CLOSED' ? <NoFigure /> : dayText(dueOf(finding))),
    minWidth: 100,
  },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ owner }) => owner?.name ?? null,
    cell: ({ owner }) =>
      owner ? <Untrusted text={owner.name} max={60} expand="none" /> : <NoFigure />,
    minWidth: 110,
  },
  {
    id: 'control',
    header: 'Control',
    value: ({ control }) => control?.ref ?? null,
    cell: ({ control }) =>
      control ? <Untrusted text={control.ref} max={40} expand="none" /> : <NoFigure />,
    minWidth: 90,
  },
];

const AUDIT_COLUMN: DataColumn<Finding> = {
  id: 'audit',
  header: 'Audit',
  value: ({ audit }) => audit?.title ?? null,
  cell: ({ audit }) =>
    audit ? <Untrusted text={audit.title} max={80} expand="none" /> : <NoFigure />,
  share: 2,
  minWidth: 140,
};

export const FINDING_COLUMNS_OF_ALL = [
  ...FINDING_COLUMNS.slice(0, 2),
  AUDIT_COLUMN,
  ...FINDING_COLUMNS.slice(2),
];
