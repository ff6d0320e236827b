import { Link } from 'react-router-dom';
import type { EvidenceExpiry } from '../../../shared/areas/compliance/scores.contract.ts';
import { ChartFrame, type ChartTable } from '../../ui/chart-frame.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { type Size, useSize } from '../../ui/use-size.ts';
import { ExpiringDialog, weekAddress } from './overview-expiring.tsx';
import { PendingChart } from './pending-chart.tsx';
import { plainDay, shortDay } from './scores.day.ts';
import { useEvidenceExpiry } from './scores.queries.ts';

const FRAME = {
  title: 'Evidence expiring',
  unit: 'pieces per week, next 13 weeks',
  bodyClassName: 'h-64',
} as const;
const PLOT = { left: 28, right: 4, top: 16, bottom: 22 } as const;
const TICK_PX = 56;

/** Accepted evidence by the week in which it expires; each week leads to its rows. */
export function ExpiryChart() {
  const query = useEvidenceExpiry();
  const { data } = query;
  if (!data) return <PendingChart frame={FRAME} query={query} />;
  return <Weeks expiry={data} />;
}

function Weeks({ expiry }: { expiry: EvidenceExpiry }) {
  const [size, area] = useSize();
  const { weeks, later, never, expired } = expiry;
  const soon = weeks.reduce((sum, { count }) => sum + count, 0);
  const isEmpty = soon + later + never + expired === 0;
  return (
    <ChartFrame
      {...FRAME}
      description={isEmpty ? 'No evidence has been accepted yet' : <Described expiry={expiry} />}
      table={tableOf(expiry)}
      empty={
        isEmpty
          ? {
              title: 'No Evidence Found',
              text: 'Evidence that was accepted is counted here by its expiry.',
            }
          : null
      }
    >
      <div ref={area} className="h-full">
        {size && <Bars expiry={expiry} size={size} />}
      </div>
      <ExpiringDialog weeks={weeks} />
    </ChartFrame>
  );
}

function Described({ expiry }: { expiry: EvidenceExpiry }) {
  const { weeks, later, never, expired } = expiry;
  const soon = weeks.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {soon.toLocaleString()} expire in 13 weeks, {later.toLocaleString()} later,{' '}
      {never.toLocaleString()} never;{' '}
      <Link to="/evidence?validity=expired" className="text-accent-text underline">
        {expired.toLocaleString()} have expired
      </Link>
    </>
  );
}

function Bars({ expiry, size }: { expiry: EvidenceExpiry; size: Size }) {
  const { weeks } = expiry;
  const [params] = useAddressParams();
  const top = Math.max(2, ...weeks.map(({ count }) => count));
  const width = size.width - PLOT.left - PLOT.right;
  const height = size.height - PLOT.top - PLOT.bottom;
  const step = width / weeks.length;
  const every = Math.max(1, Math.ceil(TICK_PX / step));
  const y = (count: number) => PLOT.top + height * (1 - count / top);
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} width={size.width} height={size.height}>
      <title>Evidence expiring by week; each week leads to its evidence</title>
      {[0, top].map((count) => (
        <g key={count}>
          <line
            x1={PLOT.left}
            x2={size.width - PLOT.right}
            y1={y(count)}
            y2={y(count)}
            className="stroke-line"
          />
          <text
            x={PLOT.left - 6}
            y={y(count) + 4}
            textAnchor="end"
            className="fill-fg-muted text-xs tabular-nums"
          >
            {count.toLocaleString()}
          </text>
        </g>
      ))}
      {weeks.map((week, place) => {
        const { from, count } = week;
        const words = `Week from ${plainDay(from)}: ${count.toLocaleString()} expire`;
        return (
          <g key={from} transform={`translate(${PLOT.left + place * step} 0)`}>
            {place % every === 0 && (
              <text
                x={step / 2}
                y={size.height - 6}
                textAnchor="middle"
                className="fill-fg-muted text-xs"
              >
                {shortDay(from)}
              </text>
            )}
            {count > 0 && (
              <Link
                to={weekAddress(params, from)}
                preventScrollReset
                aria-label={words}
                className="group"
              >
                <title>{words}</title>
                <rect
                  x={2}
                  width={Math.max(2, step - 4)}
                  y={y(count)}
                  height={PLOT.top + height - y(count)}
                  rx={2}
                  className="fill-accent group-hover:fill-accent-hover"
                />
                <text
                  x={step / 2}
                  y={y(count) - 4}
                  textAnchor="middle"
                  className="fill-fg text-xs tabular-nums"
                >
                  {count.toLocaleString()}
                </text>
              </Link>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function tableOf({ weeks, expired, later, never }: EvidenceExpiry): ChartTable {
  return {
    columns: ['Expires in the week from', 'Evidence'],
    rows: [
      ['Already expired', expired],
      ...weeks.map(({ from, count }) => [plainDay(from), count]),
      ['Later', later],
      ['Never', never],
    ],
  };
}
