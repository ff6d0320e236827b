import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { VendorFigures } from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  MATRIX_WINDOWS,
  type MatrixWindow,
  REVIEW_WINDOW_LABELS,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { vendorFiguresQuery } from './vendors.queries.ts';
import { CURRENT_VALUE, countOf } from './vendors.text.ts';

const WIDTH = 640;
const LABELS = 84;
const HEAD = 26;
const ROW = 44;
const GAP = 4;
const CELL = (WIDTH - LABELS) / MATRIX_WINDOWS.length;
const FILLS: Record<MatrixWindow, string> = {
  overdue: 'var(--color-bad-soft)',
  month: 'var(--color-warn-soft)',
  quarter: 'var(--color-accent-soft)',
  later: 'var(--color-ok-soft)',
  none: 'var(--color-raised)',
};
const TEXTS: Record<MatrixWindow, string> = {
  overdue: 'var(--color-bad)',
  month: 'var(--color-warn)',
  quarter: 'var(--color-accent-text)',
  later: 'var(--color-ok)',
  none: 'var(--color-fg-muted)',
};

/** How many vendors of a tier are to be reviewed when; a cell leads to them. */
export function VendorMatrix() {
  const { data } = useQuery(vendorFiguresQuery(useClient()));
  const rows = data?.matrix ?? [];
  const sum = (window: MatrixWindow) => rows.reduce((all, { counts }) => all + counts[window], 0);
  const total = MATRIX_WINDOWS.reduce((all, window) => all + sum(window), 0);
  return (
    <ChartFrame
      title="Vendor tier against review date"
      unit="vendors"
      description={`${countOf(sum('overdue'), 'review is', 'reviews are')} overdue, ${sum('month').toLocaleString()} left this month, ${sum('none').toLocaleString()} without a date; terminated vendors are left out.`}
      bodyClassName="overflow-x-auto"
      table={{
        columns: ['Tier', ...MATRIX_WINDOWS.map((window) => REVIEW_WINDOW_LABELS[window])],
        rows: rows.map(({ tier, counts }) => [
          SEVERITY_LABELS[tier],
          ...MATRIX_WINDOWS.map((window) => counts[window]),
        ]),
      }}
      empty={
        data && total === 0
          ? { title: 'No vendor to review', text: 'Add a vendor to see when its review is due.' }
          : null
      }
    >
      <Drawing rows={rows} />
    </ChartFrame>
  );
}

function Drawing({ rows }: { rows: VendorFigures['matrix'] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a drawing, and its cells are links
    <svg
      viewBox={`0 0 ${WIDTH} ${HEAD + 4 * ROW}`}
      className="w-full min-w-120"
      role="group"
      aria-label="Vendors by tier and review date"
    >
      {MATRIX_WINDOWS.map((window, column) => (
        <text
          key={window}
          x={LABELS + column * CELL + (CELL - GAP) / 2}
          y={16}
          fontSize={12}
          textAnchor="middle"
          fill="var(--color-fg-muted)"
        >
          {REVIEW_WINDOW_LABELS[window]}
        </text>
      ))}
      {rows.map(({ tier, counts }, row) => (
        <g key={tier}>
          <text x={0} y={HEAD + row * ROW + 25} fontSize={12} fill="var(--color-fg)">
            {SEVERITY_LABELS[tier]}
          </text>
          {MATRIX_WINDOWS.map((window, column) => (
            <Cell
              key={window}
              tier={tier}
              window={window}
              count={counts[window]}
              x={LABELS + column * CELL}
              y={HEAD + row * ROW}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

interface CellProps {
  tier: Severity;
  window: MatrixWindow;
  count: number;
  x: number;
  y: number;
}

function Cell({ tier, window, count, x, y }: CellProps) {
  const drawn = (
    <>
      <rect
        x={x}
        y={y}
        width={CELL - GAP}
        height={ROW - GAP}
        rx={4}
        fill={count === 0 ? 'var(--color-sunken)' : FILLS[window]}
        stroke="var(--color-line)"
      />
      <text
        x={x + (CELL - GAP) / 2}
        y={y + 25}
        fontSize={14}
        fontWeight={count === 0 ? 400 : 600}
        textAnchor="middle"
        fill={count === 0 ? 'var(--color-fg-faint)' : TEXTS[window]}
      >
        {count.toLocaleString()}
      </text>
    </>
  );
  if (count === 0) return drawn;
  const name = `${SEVERITY_LABELS[tier]}, ${REVIEW_WINDOW_LABELS[window]}: ${countOf(count, 'vendor', 'vendors')}`;
  return (
    <Link
      to={`/vendors?tier=${tier}&review=${window}&status=${CURRENT_VALUE}`}
      aria-label={name}
      className="hover:opacity-80"
    >
      <title>{name}</title>
      {drawn}
    </Link>
  );
}
