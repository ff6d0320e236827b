import { TriangleAlert } from 'lucide-react';
import type { Control } from '../../../shared/areas/compliance/controls.contract.ts';
import { controlStatusText } from '../../../shared/areas/compliance/controls.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { ControlStatusBadge, ScopeBadge } from './control-badges.tsx';
import { shownDay } from './scores.day.ts';

interface ColumnNeeds {
  readonly nameOf: (accountId: string) => string;
  readonly zone: Parameters<typeof shownDay>[1];
  readonly now: number;
  readonly onOpen: (id: string) => void;
}

/** Columns of the controls' table. */
export function controlColumns(needs: ColumnNeeds): DataColumn<Control>[] {
  return [...namingColumns(needs), ...stateColumns(needs)];
}

/** Which control it is, and the verdict on it. */
function namingColumns({ onOpen }: ColumnNeeds): DataColumn<Control>[] {
  return [
    {
      id: 'controlId',
      header: 'ID',
      isFixed: true,
      share: 0.8,
      minWidth: 84,
      value: (control) => control.controlId,
      cell: ({ id, controlId }) => (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpen(id)}
          className="max-w-full truncate rounded-sm font-medium text-accent-text hover:underline"
        >
          <Untrusted text={controlId} expand="none" />
        </button>
      ),
    },
    {
      id: 'title',
      header: 'Title',
      share: 2.8,
      minWidth: 150,
      value: (control) => control.title,
    },
    {
      id: 'framework',
      header: 'Framework',
      share: 1.1,
      minWidth: 106,
      value: (control) => control.frameworkName,
    },
    {
      id: 'category',
      header: 'Category',
      share: 1.1,
      minWidth: 104,
      value: (control) => control.category,
    },
    {
      id: 'status',
      header: 'Status',
      share: 1.2,
      minWidth: 150,
      value: (control) => controlStatusText(control.status),
      cell: (control) => (
        <span className="inline-flex items-center gap-1">
          <ControlStatusBadge status={control.status} />
          <ScopeBadge control={control} />
        </span>
      ),
    },
    {
      id: 'priority',
      header: 'Priority',
      isHiddenAtFirst: true,
      minWidth: 72,
      value: (control) => SEVERITIES.indexOf(control.priority),
      cell: (control) => SEVERITY_LABELS[control.priority],
    },
  ];
}

/** Who looks after it, when, and with what proof. */
function stateColumns({ nameOf, zone, now }: ColumnNeeds): DataColumn<Control>[] {
  const day = (iso: string | null) => (iso === null ? <NoFigure /> : shownDay(iso, zone));
  const time = (iso: string | null) => (iso === null ? null : Date.parse(iso));
  return [
    {
      id: 'automated',
      header: 'Automated',
      share: 0.7,
      minWidth: 108,
      value: (control) => (control.isAutomated ? 'Automated' : 'Manual'),
    },
    {
      id: 'owner',
      header: 'Owner',
      share: 1,
      minWidth: 92,
      value: (control) => (control.owner === null ? null : nameOf(control.owner)),
    },
    {
      id: 'last',
      header: 'Last assessment',
      isHiddenAtFirst: true,
      minWidth: 100,
      value: (control) => time(control.lastAssessment),
      cell: (control) => day(control.lastAssessment),
    },
    {
      id: 'next',
      header: 'Next assessment',
      share: 0.9,
      minWidth: 142,
      value: (control) => time(control.nextAssessment),
      cell: (control) => (
        <span className="inline-flex items-center gap-1 tabular-nums">
          {day(control.nextAssessment)}
          {isOverdue(control, now) && <Overdue />}
        </span>
      ),
    },
    {
      id: 'evidence',
      header: 'Evidence',
      share: 0.6,
      minWidth: 94,
      value: (control) => control.validEvidenceCount,
      cell: ({ evidenceCount, validEvidenceCount }) => (
        <span title={`${validEvidenceCount} valid of ${evidenceCount}`} className="tabular-nums">
          {evidenceCount === 0 ? <NoFigure /> : `${validEvidenceCount} of ${evidenceCount}`}
        </span>
      ),
    },
    {
      id: 'tests',
      header: 'Tests',
      share: 0.5,
      minWidth: 76,
      value: (control) => control.testCount,
      cell: ({ testCount, overdueTestCount }) => (
        <span className="inline-flex items-center gap-1 tabular-nums">
          {testCount === 0 ? <NoFigure /> : testCount}
          {overdueTestCount > 0 && <Overdue />}
        </span>
      ),
    },
  ];
}

function isOverdue(
  control: Pick<Control, 'nextAssessment' | 'isApplicable' | 'goneIn'>,
  now: number,
): boolean {
  const { nextAssessment, isApplicable, goneIn } = control;
  return (
    nextAssessment !== null && isApplicable && goneIn === null && Date.parse(nextAssessment) <= now
  );
}

function Overdue() {
  return (
    <span title="Overdue" className="inline-flex text-bad">
      <TriangleAlert aria-hidden className="size-3.5" />
      <span className="sr-only">Overdue</span>
    </span>
  );
}
