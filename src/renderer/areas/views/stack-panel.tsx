import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  STACK_FIELDS,
  type StackField,
  type StackRow,
  stacksContract,
} from '../../../shared/areas/views/stacks.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { usePageZone } from '../../ui/time-zone.ts';
import { Untrusted } from '../../ui/untrusted.tsx';
import { CountedBefore, Counting } from './counting.tsx';
import { termOf } from './narrowing.ts';
import { type FilterParams, shownCount, stackQuery, useCountAgain } from './views.queries.ts';

const STACK_LABELS: Record<StackField, string> = {
  host: 'Host',
  user: 'User',
  ip: 'Source address',
  dest: 'Destination address',
  source: 'Source',
  detector: 'Detector',
  category: 'Category',
  template: 'Title template',
  title: 'Title',
  tech: 'Technique',
  severity: 'Severity',
  status: 'Status',
  verdict: 'Verdict',
  reason: 'Reason code',
  assignee: 'Assignee',
  escalated: 'Escalated',
  acted: 'Acted on',
  decision: 'Decision of the engine',
  suppressed: 'Hidden by a rule',
  import: 'Import',
  group: 'Group',
  incident: 'Incident',
  hour: 'Hour of day',
  weekday: 'Day of week',
};
const OPTIONS = STACK_FIELDS.map((value) => ({ value, label: STACK_LABELS[value] }));
const ENDS = [
  { value: 'rare', label: 'Rare first' },
  { value: 'common', label: 'Common first' },
] as const;
type End = (typeof ENDS)[number]['value'];

interface StackPanelProps {
  filter: FilterParams;
  by: StackField;
  onBy: (by: StackField) => void;
  onNarrow: (term: string) => void;
}

/** Alerts of the filter counted by a field, the rare or the common ones first; a row narrows. */
export function StackPanel({ filter, by, onBy, onNarrow }: StackPanelProps) {
  const [end, setEnd] = useState<End>('rare');
  const zone = usePageZone();
  const asked = withWhatItNeeds(filter, by, zone);
  const query = useQuery(stackQuery(useClient(), asked, by));
  const countAgain = useCountAgain(stacksContract.stack);
  const again = async () => {
    await countAgain({ ...asked, by });
    await query.refetch();
  };
  const answer = query.data;
  const shown = shownCount(answer);
  const result = shown?.result.by === by ? shown.result : null;
  const rows = result ? result[end] : [];
  return (
    <Card
      title="Count by"
      actions={
        <span className="flex flex-wrap items-center gap-2">
          <span className="w-44">
            <Select label="Count by" value={by} options={OPTIONS} onValueChange={onBy} />
          </span>
          <Segmented label="Order" size="sm" value={end} onValueChange={setEnd} segments={ENDS} />
        </span>
      }
      bodyClassName="p-0"
    >
      {query.isError ? (
        <ErrorState title="Counts could not be made" error={query.error} onRetry={query.refetch} />
      ) : result ? (
        <StackRows by={by} end={end} rows={rows} total={result.total} onNarrow={onNarrow} />
      ) : answer && answer.state !== 'done' ? (
        <Counting answer={answer} onAgain={again} />
      ) : (
        <Skeleton className="m-3 h-40" />
      )}
      {result && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-fg-muted tabular-nums">
          {result.distinct.toLocaleString()} {result.distinct === 1 ? 'value' : 'values'},{' '}
          {result.total.toLocaleString()} {result.total === 1 ? 'alert' : 'alerts'}
          {result.distinct > rows.length && `; ${rows.length} shown`}
          {shown && <CountedBefore oldSince={shown.oldSince} />}
        </p>
      )}
    </Card>
  );
}

/** A bar of the clock narrows by the clock of the page. To count what is hidden, it must be among the alerts. */
function withWhatItNeeds(filter: FilterParams, by: StackField, zone: string): FilterParams {
  if (by === 'hour' || by === 'weekday') return { ...filter, zone };
  return by === 'suppressed' ? { suppressed: 'with', ...filter } : filter;
}

interface StackRowsProps {
  by: StackField;
  end: End;
  rows: readonly StackRow[];
  total: number;
  onNarrow: (term: string) => void;
}

function StackRows({ by, end, rows, total, onNarrow }: StackRowsProps) {
  if (rows.length === 0)
    return <EmptyState title="Nothing to Count" text="No alerts match your current filters." />;
  const most = Math.max(1, ...rows.map(({ n }) => n));
  return (
    <ScrollRegion label={`Alerts by ${STACK_LABELS[by].toLowerCase()}`} className="h-44">
      <ul data-testid={`stack-${end}`}>
        {rows.map((row) => (
          <StackLine
            key={row.value ?? '\u0000'}
            row={row}
            share={row.n / most}
            part={total === 0 ? 0 : row.n / total}
            term={termOf(by, row.value)}
            onNarrow={onNarrow}
          />
        ))}
      </ul>
    </ScrollRegion>
  );
}

interface StackLineProps {
  row: StackRow;
  share: number;
  part: number;
  term: string | null;
  onNarrow: (term: string) => void;
}

function StackLine({ row, share, part, term, onNarrow }: StackLineProps) {
  const text = row.label ?? row.value;
  const line = (
    <>
      <span
        aria-hidden
        className="absolute inset-y-0.5 left-0 rounded-r-sm bg-accent-soft"
        style={{ width: `${Math.max(0.5, share * 100)}%` }}
      />
      <span className="relative min-w-0 flex-1 truncate text-left">
        {text === null ? (
          <span className="text-fg-muted">none</span>
        ) : (
          <Untrusted text={text} max={120} expand="none" />
        )}
      </span>
      <span className="relative text-xs text-fg-muted tabular-nums">{percent(part)}</span>
      <span className="relative w-16 text-right tabular-nums">{row.n.toLocaleString()}</span>
    </>
  );
  const look = 'relative flex w-full min-h-7 items-center gap-3 px-3 py-0.5 text-sm text-fg';
  return (
    <li>
      {term === null ? (
        <span className={look}>{line}</span>
      ) : (
        <button
          type="button"
          className={`${look} hover:bg-raised`}
          title={`Narrow to ${term}`}
          onClick={() => onNarrow(term)}
        >
          {line}
        </button>
      )}
    </li>
  );
}

function percent(part: number): string {
  if (part > 0 && part < 0.001) return '< 0.1 %';
  return `${(part * 100).toFixed(1)} %`;
}
