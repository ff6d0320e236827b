import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { RiskTrend } from '../../../shared/areas/risk/risks.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import { useClient } from '../../api/client-context.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { type Size, useSize } from '../../ui/use-size.ts';
import { riskTrendQuery } from './risks.queries.ts';

const DAYS = 365;
const PLOT = { left: 44, right: 10, top: 10, bottom: 24 } as const;
const TICK_PX = 100;
type Days = RiskTrend['days'];

function describe(days: Days): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'No day has been kept yet.';
  return `${first.residualSum.toFixed(1)} on ${first.day}, ${last.residualSum.toFixed(1)} on ${last.day}.`;
}

/** Summed residual risk by day; a day on which Watchfloor did not run is not made up. */
export function RiskTrendChart() {
  const { data } = useQuery(riskTrendQuery(useClient(), DAYS));
  const [size, area] = useSize();
  const days = data?.days ?? [];
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#risk-trend') place.current?.scrollIntoView({ block: 'nearest' });
  }, [hash]);
  return (
    <div id="risk-trend" ref={place} className="min-w-0">
      <ChartFrame
        title="Residual risk of the register"
        unit={`points, sum of each day, last ${DAYS} days`}
        description={describe(days)}
        bodyClassName="h-72"
        className="h-full"
        table={{
          columns: ['Day', 'Residual risk'],
          rows: days.toReversed().map(({ day, residualSum }) => [day, residualSum.toFixed(1)]),
        }}
        empty={
          data && days.length === 0
            ? {
                title: 'No days yet',
                text: 'The sum of each day is kept from the first risk on.',
              }
            : null
        }
      >
        <div ref={area} className="h-full">
          {size && days.length > 0 && <Drawing days={days} size={size} />}
        </div>
      </ChartFrame>
    </div>
  );
}

/** A round top that leaves some room. */
function topOf(days: Days): number {
  const most = Math.max(...days.map(({ residualSum }) => residualSum), 1);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(most)));
  return Math.ceil((most * 1.05) / (step / 2)) * (step / 2);
}

function Drawing({ days, size }: { days: Days; size: Size }) {
  const times = days.map(({ day }) => Date.parse(day));
  const start = times[0] ?? 0;
  const end = Math.max(times.at(-1) ?? 0, start + DAY_MS);
  const top = topOf(days);
  const width = Math.max(1, size.width - PLOT.left - PLOT.right);
  const height = Math.max(1, size.height - PLOT.top - PLOT.bottom);
  const x = (time: number) => PLOT.left + (width * (time - start)) / (end - start);
  const y = (value: number) => PLOT.top + height * (1 - value / top);
  const line = days.map(({ residualSum }, n) => `${x(times[n] ?? 0)},${y(residualSum)}`).join(' ');
  const ticks = Math.max(1, Math.floor(width / TICK_PX));
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={`Residual risk of the register: ${describe(days)}`}
    >
      {[0, top / 2, top].map((value) => (
        <g key={value}>
          <line
            x1={PLOT.left}
            x2={size.width - PLOT.right}
            y1={y(value)}
            y2={y(value)}
            className="stroke-line"
          />
          <text
            x={PLOT.left - 6}
            y={y(value) + 4}
            textAnchor="end"
            className="fill-fg-muted text-xs tabular-nums"
          >
            {value.toLocaleString()}
          </text>
        </g>
      ))}
      {Array.from({ length: ticks }, (_, n) => start + ((end - start) * n) / ticks).map((time) => (
        <text key={time} x={x(time)} y={size.height - 6} className="fill-fg-muted text-xs">
          {new Date(time).toISOString().slice(0, 10)}
        </text>
      ))}
      {days.length === 1 ? (
        <circle cx={x(start)} cy={y(days[0]?.residualSum ?? 0)} r={3} className="fill-accent" />
      ) : (
        <polyline points={line} fill="none" strokeWidth={2} className="stroke-accent-text" />
      )}
    </svg>
  );
}
