import { memo } from 'react';
import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { AlertVolume } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import type { ShownZone } from '../../ui/time-zone.ts';
import type { Size } from '../../ui/use-size.ts';
import {
  axisTop,
  dayTicks,
  roomyTicks,
  type SteppedVolume,
  stretchCounts,
  totalOf,
} from './volume.rules.ts';

/** Around the bars, px: the numbers of the axis, the legend, the days. */
export const PLOT = { left: 40, right: 8, top: 24, bottom: 22 } as const;
const FILLS = {
  critical: 'fill-critical-mark',
  high: 'fill-high-mark',
  medium: 'fill-medium-mark',
  low: 'fill-low-mark',
} as const;
const LEGEND_STEP = 74;
const TICK_LABEL_PX = 44;
const TICK_ROOM_PX = 60;
const COMPACT = new Intl.NumberFormat('en', { notation: 'compact' });

interface VolumeBarsProps {
  volume: SteppedVolume;
  zone: ShownZone;
  size: Size;
  /** What there is to see, in a sentence. */
  label: string;
}

/** The drawing alone: it does not change while a hand moves over it. */
export const VolumeBars = memo(function VolumeBars({ volume, zone, size, label }: VolumeBarsProps) {
  const { width, height } = size;
  const plotWidth = width - PLOT.left - PLOT.right;
  const plotHeight = height - PLOT.top - PLOT.bottom;
  const hours = volume.counts.LOW.length;
  const step = plotWidth / hours;
  const highest = Math.max(...volume.counts.LOW.map((_, place) => heightOf(volume, place)));
  const top = axisTop(highest);
  const y = (count: number) => PLOT.top + plotHeight * (1 - count / top);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      {SEVERITIES.map((severity, place) => (
        <g key={severity} transform={`translate(${PLOT.left + place * LEGEND_STEP} 4)`}>
          <rect width={8} height={8} y={1} rx={2} className={FILLS[SEVERITY_COLOURS[severity]]} />
          <text x={13} y={9} className="fill-fg-muted text-xs">
            {SEVERITY_LABELS[severity]}
          </text>
        </g>
      ))}
      {[0, top / 2, top].map((count) => (
        <g key={count}>
          <line
            x1={PLOT.left}
            x2={width - PLOT.right}
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
            {COMPACT.format(count)}
          </text>
        </g>
      ))}
      {roomyTicks(dayTicks(volume, zone), step, TICK_ROOM_PX).map(({ place, label: day }) => (
        <g key={place} transform={`translate(${PLOT.left + place * step} 0)`}>
          <line y1={PLOT.top} y2={height - PLOT.bottom + 5} className="stroke-line" />
          {place * step < plotWidth - TICK_LABEL_PX && (
            <text x={4} y={height - 6} className="fill-fg-muted text-xs">
              {day}
            </text>
          )}
        </g>
      ))}
      {SEVERITIES.map((severity) => (
        <path
          key={severity}
          className={FILLS[SEVERITY_COLOURS[severity]]}
          d={barsPath(volume, severity, { step, left: PLOT.left, y })}
        />
      ))}
    </svg>
  );
});

function heightOf(volume: AlertVolume, place: number): number {
  return totalOf(stretchCounts(volume, { first: place, last: place }));
}

interface Scale {
  readonly step: number;
  readonly left: number;
  readonly y: (count: number) => number;
}

/** All bars of a severity as one shape; the most severe stand at the bottom, where they are seen. */
function barsPath(volume: AlertVolume, severity: Severity, { step, left, y }: Scale): string {
  const below = SEVERITIES.slice(0, SEVERITIES.indexOf(severity));
  const width = Math.max(1, step - 1).toFixed(2);
  return volume.counts[severity]
    .map((count, place) => {
      if (count === 0) return '';
      const base = below.reduce((sum, other) => sum + (volume.counts[other][place] ?? 0), 0);
      const x = (left + place * step + 0.5).toFixed(2);
      const [foot, head] = [y(base), y(base + count)];
      return `M${x} ${foot.toFixed(2)}h${width}V${head.toFixed(2)}h-${width}Z`;
    })
    .join('');
}
