import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import {
  GAP_REASON_LABELS,
  GAP_REASONS,
  type GapAnalysis,
  type GapEntry,
  type GapReasonCode,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { controlLink, hours, REASON_TONES } from './gaps.text.ts';
import type { AllGaps } from './use-all-gaps.ts';
import type { GapFilter } from './use-gap-filter.ts';

const BADGES_SHOWN = 2;

const FIGURES: readonly DataColumn<GapEntry>[] = [
  {
    id: 'hours',
    header: 'Effort',
    value: ({ effort }) => effort.hours,
    cell: ({ effort }) => <span className="tabular-nums">{hours(effort.hours)}</span>,
    align: 'end',
    minWidth: 72,
    share: 0.4,
  },
  {
    id: 'alerts',
    header: 'Alerts',
    value: ({ techniques }) => techniques.reduce((sum, { alerts }) => sum + alerts, 0) || null,
    align: 'end',
    minWidth: 72,
    share: 0.4,
  },
  {
    id: 'weight',
    header: 'Weight',
    value: ({ weight }) => weight,
    align: 'end',
    minWidth: 72,
    share: 0.4,
    isHiddenAtFirst: true,
  },
];

function columnsFor(names: ReadonlyMap<string, string>, onOpen: (id: string) => void) {
  const columns: readonly DataColumn<GapEntry>[] = [
    {
      id: 'priority',
      header: 'Priority',
      value: ({ priority }) => priority.points,
      cell: ({ priority }) => (
        <span className="flex items-center gap-2">
          <Badge tone={TONES[priority.level]}>{SEVERITY_LABELS[priority.level]}</Badge>
          <span className="text-fg-muted tabular-nums">{priority.points}</span>
        </span>
      ),
      minWidth: 116,
      share: 0.6,
    },
    {
      id: 'control',
      header: 'Control',
      value: ({ ref }) => ref,
      cell: (gap) => (
        <Link
          to={controlLink(gap.controlId)}
          className="truncate text-accent-text hover:underline"
          title={`Open control ${gap.ref}`}
        >
          {gap.ref}
        </Link>
      ),
      minWidth: 104,
      share: 0.7,
      isFixed: true,
    },
    {
      id: 'title',
      header: 'What is missing',
      value: ({ title }) => title,
      cell: (gap) => (
        <button
          type="button"
          onClick={() => onOpen(gap.controlId)}
          className="w-full truncate text-left text-fg hover:underline"
        >
          <Untrusted text={gap.title} expand="none" />
        </button>
      ),
      minWidth: 200,
      share: 2,
      isFixed: true,
    },
    {
      id: 'why',
      header: 'Why',
      value: ({ reasons }) => reasons.map(({ code }) => GAP_REASON_LABELS[code]).join(', '),
      cell: ({ reasons }) => <Reasons codes={reasons.map(({ code }) => code)} />,
      minWidth: 190,
      share: 1.6,
    },
    {
      id: 'framework',
      header: 'Framework',
      value: ({ frameworkId }) => names.get(frameworkId) ?? null,
      minWidth: 120,
    },
    ...FIGURES,
  ];
  return columns;
}

const TONES = { CRITICAL: 'critical', HIGH: 'high', MEDIUM: 'medium', LOW: 'low' } as const;

function Reasons({ codes }: { codes: readonly GapReasonCode[] }) {
  const rest = codes.length - BADGES_SHOWN;
  return (
    <span className="flex items-center gap-1 overflow-hidden">
      {codes.slice(0, BADGES_SHOWN).map((code) => (
        <Badge key={code} tone={REASON_TONES[code]}>
          {GAP_REASON_LABELS[code]}
        </Badge>
      ))}
      {rest > 0 && <span className="text-xs text-fg-muted">and {rest} more</span>}
    </span>
  );
}

interface GapTableProps {
  analysis: GapAnalysis;
  all: AllGaps;
  filter: GapFilter;
}

/** Every control that lacks something, the most urgent first. */
export function GapTable({ analysis, all, filter }: GapTableProps) {
  const { frameworks, summary } = analysis;
  const { gaps, total, retry } = all;
  const { why, framework, set, open } = filter;
  const names = useMemo(() => new Map(frameworks.map(({ id, name }) => [id, name])), [frameworks]);
  const columns = useMemo(() => columnsFor(names, open), [names, open]);
  const rows = useMemo(
    () =>
      gaps.filter(
        (gap) =>
          (why === null || gap.reasons.some(({ code }) => code === why)) &&
          (framework === null || gap.frameworkId === framework),
      ),
    [gaps, why, framework],
  );
  const whys: SelectOption<string>[] = [
    { value: 'all', label: 'Every reason' },
    ...GAP_REASONS.filter((code) => summary.byReason[code]).map((code) => ({
      value: code,
      label: `${GAP_REASON_LABELS[code]} (${summary.byReason[code]})`,
    })),
  ];
  const places: SelectOption<string>[] = [
    { value: 'all', label: 'Every framework' },
    ...frameworks
      .filter((one) => one.gaps + one.shortcomings > 0)
      .map((one) => ({ value: one.id, label: `${one.name} (${one.gaps + one.shortcomings})` })),
  ];
  return (
    <DataTable
      label="Gaps"
      columns={columns}
      rows={rows}
      rowId={({ controlId }) => controlId}
      rowName={({ ref }) => ref}
      storageKey="gaps"
      onOpen={(gap) => open(gap.controlId)}
      className="max-h-[32rem]"
      toolbar={
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-60">
            <Select
              label="Why"
              value={why ?? 'all'}
              options={whys}
              onValueChange={(value) => set('why', value === 'all' ? null : value)}
            />
          </div>
          <div className="w-60">
            <Select
              label="Framework"
              value={framework ?? 'all'}
              options={places}
              onValueChange={(value) => set('framework', value === 'all' ? null : value)}
            />
          </div>
          <span role="status" className="text-xs text-fg-muted tabular-nums">
            {rows.length.toLocaleString('en')} of {total.toLocaleString('en')}
            {gaps.length < total && retry === null && ', loading the rest…'}
          </span>
          {retry && (
            <Button size="sm" onClick={retry}>
              {(total - gaps.length).toLocaleString('en')} could not be loaded. Try again
            </Button>
          )}
        </div>
      }
      empty={
        gaps.length === 0 ? (
          <EmptyState
            title="No gaps"
            text="Every control in scope is compliant, proved by valid evidence and assessed in time."
          />
        ) : (
          <EmptyState title="None of them" text="Choose another reason or framework." />
        )
      }
    />
  );
}
