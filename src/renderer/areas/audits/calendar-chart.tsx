import { Link } from 'react-router-dom';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import {
  AUDIT_STATUS_LABELS,
  type AuditStatus,
} from '../../../shared/areas/audits/audits.rules.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Calendar, calendarOf } from './calendar.rules.ts';

const WIDTH = 1000;
const LABELS = 260;
const HEAD = 26;
const ROW = 30;
const BAR = 14;
const MIN_BAR = 6;
const TITLE_CHARS = 36;
const FILLS: Record<AuditStatus, string> = {
  PLANNED: 'var(--color-line-strong)',
  IN_PROGRESS: 'var(--color-accent-text)',
  COMPLETED: 'var(--color-ok-mark)',
  FAILED: 'var(--color-bad-mark)',
};

/** When which audit is, by its start and end date; a bar leads to its audit. */
export function CalendarChart({ audits }: { audits: readonly Audit[] }) {
  const now = useNow();
  const today = new Date(now).toISOString().slice(0, 10);
  const calendar = calendarOf(audits, today);
  const undated = audits.length - (calendar?.bars.length ?? 0);
  return (
    <ChartFrame
      title="Audit calendar"
      unit=""
      description={`${calendar?.bars.length ?? 0} audits with dates${undated > 0 ? `, ${undated} without` : ''}; the line is today.`}
      bodyClassName="overflow-x-auto"
      table={{
        columns: ['Audit', 'Status', 'Start', 'End'],
        rows: (calendar?.bars ?? []).map(({ title, status, from, to }) => [
          title,
          AUDIT_STATUS_LABELS[status],
          from,
          to,
        ]),
      }}
      empty={
        calendar === null
          ? { title: 'No audit has a date', text: 'Give an audit a start date to see it here.' }
          : null
      }
    >
      {calendar && <Drawing calendar={calendar} today={today} />}
    </ChartFrame>
  );
}

function Drawing({ calendar, today }: { calendar: Calendar; today: string }) {
  const height = HEAD + calendar.bars.length * ROW + 8;
  const x = (place: number) => LABELS + place * (WIDTH - LABELS);
  const every = Math.ceil(calendar.months.length / 12);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a drawing, and its bars are links
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      className="w-full min-w-160"
      role="group"
      aria-label={`Calendar of ${calendar.bars.length} audits from ${calendar.from} to ${calendar.to}`}
    >
      {calendar.months.map(({ month, label, at }, index) => (
        <g key={month}>
          <line x1={x(at)} x2={x(at)} y1={HEAD - 6} y2={height} stroke="var(--color-line)" />
          {index % every === 0 && (
            <text x={x(at) + 4} y={14} fontSize={11} fill="var(--color-fg-muted)">
              {label}
            </text>
          )}
        </g>
      ))}
      {calendar.bars.map(({ id, title, status, from, to }, index) => {
        const top = HEAD + index * ROW;
        const left = x(calendar.place(from));
        return (
          <Link key={id} to={`/audits?audit=${id}`}>
            <title>{`${title}: ${from} to ${to}, ${AUDIT_STATUS_LABELS[status]}`}</title>
            <rect x={0} y={top} width={WIDTH} height={ROW} fill="transparent" />
            <text x={0} y={top + 19} fontSize={12} fill="var(--color-fg)">
              {title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS)}…` : title}
            </text>
            <rect
              x={left}
              y={top + (ROW - BAR) / 2}
              width={Math.max(MIN_BAR, x(calendar.place(to, true)) - left)}
              height={BAR}
              rx={3}
              fill={FILLS[status]}
            />
          </Link>
        );
      })}
      <line
        x1={x(calendar.place(today))}
        x2={x(calendar.place(today))}
        y1={HEAD - 6}
        y2={height}
        stroke="var(--color-fg)"
        strokeDasharray="3 3"
      />
    </svg>
  );
}
