import type { ScoreTrend } from '../../../shared/areas/compliance/scores.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import { ChartFrame, type ChartTable } from '../../ui/chart-frame.tsx';
import { type Size, useSize } from '../../ui/use-size.ts';
import { PendingChart } from './pending-chart.tsx';
import { plainDay, shortDay } from './scores.day.ts';
import { useScoreTrend } from './scores.queries.ts';
import { linesOf } from './scores.trend.ts';

const FRAME = {
  title: 'Score trend',
  unit: '%, one figure a day, last 365 days',
  bodyClassName: 'h-64',
} as const;
const PLOT = { left: 34, right: 8, top: 24, bottom: 22 } as const;
const TICK_PX = 90;
const LINES = [
  { key: 'score', word: 'Score', stroke: 'stroke-ok-mark', fill: 'fill-ok-mark', dash: '' },
  {
    key: 'coverage',
    word: 'Coverage',
    stroke: 'stroke-accent-text',
    fill: 'fill-accent-text',
    dash: '6 3',
  },
  {
    key: 'assurance',
    word: 'Assurance',
    stroke: 'stroke-warn-mark',
    fill: 'fill-warn-mark',
    dash: '2 3',
  },
] as const;
type Day = ScoreTrend['days'][number];

/** From the snapshot of each day; a day on which Watchfloor did not run is a hole in the line. */
export function TrendChart() {
  const query = useScoreTrend();
  const { data } = query;
  if (!data) return <PendingChart frame={FRAME} query={query} />;
  return <Trend trend={data} />;
}

function Trend({ trend }: { trend: ScoreTrend }) {
  const [size, area] = useSize();
  return (
    <ChartFrame
      {...FRAME}
      description={describe(trend)}
      table={tableOf(trend.days)}
      empty={
        trend.days.length === 0
          ? {
              title: 'No Days Yet',
              text: 'The figures of each day are kept from the first day with controls on.',
            }
          : null
      }
    >
      <div ref={area} className="h-full">
        {size && <Drawing days={trend.days} size={size} label={describe(trend)} />}
      </div>
    </ChartFrame>
  );
}

function describe({ days, assuranceSince }: ScoreTrend): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'No day has been kept yet';
  const score = `Score ${first.score ?? '—'}% on ${plainDay(first.day)}, ${last.score ?? '—'}% on ${plainDay(last.day)}`;
  return assuranceSince === null
    ? `${score}; coverage and assurance are kept from the next day on`
    : `${score}; coverage and assurance since ${plainDay(assuranceSince)}`;
}

interface DrawingProps {
  days: readonly Day[];
  size: Size;
  label: string;
}

function Drawing({ days, size, label }: DrawingProps) {
  const times = days.map(({ day }) => Date.parse(day));
  const start = times[0] ?? 0;
  const end = Math.max(times.at(-1) ?? 0, start + DAY_MS);
  const width = size.width - PLOT.left - PLOT.right;
  const height = size.height - PLOT.top - PLOT.bottom;
  const x = (time: number) => PLOT.left + (width * (time - start)) / (end - start);
  const y = (value: number) => PLOT.top + height * (1 - value / 100);
  const ticks = Math.max(1, Math.floor(width / TICK_PX));
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={label}
    >
      <Legend />
      {[0, 50, 100].map((value) => (
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
            {value}
          </text>
        </g>
      ))}
      {Array.from({ length: ticks }, (_, place) => start + ((end - start) * place) / ticks).map(
        (time) => (
          <text key={time} x={x(time)} y={size.height - 6} className="fill-fg-muted text-xs">
            {shortDay(new Date(time).toISOString())}
          </text>
        ),
      )}
      {LINES.map(({ key, stroke, fill, dash }) =>
        linesOf(days, key).map((line) => {
          const [only] = line;
          if (line.length === 1 && only)
            return (
              <circle
                key={only.time}
                cx={x(only.time)}
                cy={y(only.value)}
                r={2.5}
                className={fill}
              />
            );
          const d = line
            .map(
              ({ time, value }, place) =>
                `${place === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(value).toFixed(1)}`,
            )
            .join('');
          return (
            <path
              key={d}
              d={d}
              fill="none"
              strokeWidth={2}
              strokeDasharray={dash}
              className={stroke}
            />
          );
        }),
      )}
    </svg>
  );
}

function Legend() {
  return LINES.map(({ key, word, stroke, dash }, place) => (
    <g key={key} transform={`translate(${PLOT.left + place * 96} 8)`}>
      <line x2={16} strokeWidth={2} strokeDasharray={dash} className={stroke} />
      <text x={21} y={4} className="fill-fg-muted text-xs">
        {word}
      </text>
    </g>
  ));
}

function tableOf(days: readonly Day[]): ChartTable {
  return {
    columns: ['Day', 'Score', 'Coverage', 'Assurance'],
    rows: days
      .toReversed()
      .map(({ day, score, coverage, assurance }) => [plainDay(day), score, coverage, assurance]),
  };
}
