/** Lanes of marks over one scale of time, from ages to a microsecond. */
import { useRef } from 'react';
import type { EventHistogram } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { fromNs, SECOND_NS, toNs } from '../../../../shared/areas/forensics/timeline/moment.ts';
import {
  placeIn,
  spanText,
  type TimeView,
  ticksOf,
} from '../../../../shared/areas/forensics/timeline/time-view.ts';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { useSize } from '../../../ui/use-size.ts';
import { type Cluster, clustersOf, type Lane } from './lanes.ts';
import { aheadOf, momentText } from './shown-moment.tsx';
import { useChartKeys } from './use-chart-keys.ts';
import { useChartPointer } from './use-chart-pointer.ts';

const LEFT = 148;
const TOP = 40;
const DENSITY = 44;
const LANE = 26;
const GAP_PX = 9;
const LABEL_CHARS = 22;

export interface TimeBrush {
  readonly from: bigint;
  readonly to: bigint;
}

export interface LaneChartProps {
  lanes: readonly Lane[];
  density: EventHistogram | undefined;
  view: TimeView;
  onView: (view: TimeView) => void;
  onAll: () => void;
  brush: TimeBrush | null;
  onBrush: (brush: TimeBrush | null) => void;
  /** Ids of the marks that are chosen. */
  chosen: ReadonlySet<string>;
  onChoose: (cluster: Cluster | null) => void;
}

export function LaneChart(props: LaneChartProps) {
  const { lanes, density, view, brush, chosen, onChoose } = props;
  const zone = useTimeZone();
  const [size, measure] = useSize();
  const frame = useRef<HTMLDivElement | null>(null);
  const width = Math.max(120, (size?.width ?? 800) - LEFT - 8);
  const height = TOP + DENSITY + lanes.length * LANE + 6;
  const clusters = lanes.map((lane) => clustersOf(lane, view, { width, gap: GAP_PX }));
  const pointer = useChartPointer(frame, { left: LEFT, width, ...props });
  const keys = useChartKeys({ ...props, clusters });
  const drawn = pointer.drawing ?? brush;
  const chosenMark = clusters.flat().find((one) => one.marks.some(({ id }) => chosen.has(id)));
  return (
    <div ref={measure} className="w-full">
      <div
        ref={frame}
        role="application"
        aria-label="Timeline of the case"
        aria-description="Arrow keys move between marks and lanes, Shift with left and right moves in time, plus and minus zoom, Home shows all, Enter opens a mark."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keyboard
        tabIndex={0}
        className="touch-none rounded-sm select-none"
        onKeyDown={keys}
        {...pointer.handlers}
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${width + LEFT + 8} ${height}`}
          width={width + LEFT + 8}
          height={height}
          className="block max-w-full text-xs"
        >
          <text x={0} y={14} fill="var(--color-fg-muted)" fontSize={11}>
            {momentText(...startOf(view), zone)} · {spanText(view.span)}
          </text>
          <Axis view={view} width={width} height={height} ahead={aheadOf(zone)} />
          <Density density={density} view={view} width={width} />
          {lanes.map((lane, place) => (
            <LaneRow key={lane.id} lane={lane} y={TOP + DENSITY + place * LANE} width={width} />
          ))}
          {drawn && <Band brush={drawn} view={view} width={width} height={height} />}
          {clusters.map((ones, place) =>
            ones.map((cluster) => (
              <ClusterMark
                key={`${cluster.lane}:${cluster.marks[0]?.id}`}
                cluster={cluster}
                y={TOP + DENSITY + place * LANE + LANE / 2}
                isChosen={cluster.marks.some(({ id }) => chosen.has(id))}
                onChoose={onChoose}
              />
            )),
          )}
        </svg>
      </div>
      <p aria-live="polite" className="sr-only">
        {chosenMark ? said(chosenMark) : ''}
      </p>
    </div>
  );
}

/** No finer than what is shown: to the second, or all there is. */
function startOf({ from, span }: TimeView): [ms: number, nanos: number] {
  const { ms, nanos } = fromNs(from);
  return span < SECOND_NS ? [ms, nanos] : [Math.floor(ms / 1_000) * 1_000, 0];
}

function said({ marks }: Cluster): string {
  const [first] = marks;
  if (!first) return '';
  return marks.length === 1
    ? `${first.title}, ${first.at}`
    : `${marks.length.toLocaleString()} marks from ${first.at}`;
}

function Axis({
  view,
  width,
  height,
  ahead,
}: {
  view: TimeView;
  width: number;
  height: number;
  ahead: (ms: number) => number;
}) {
  const ticks = ticksOf(view, Math.max(2, Math.floor(width / 120)), ahead);
  return (
    <>
      {ticks.map(({ at, label }) => {
        const x = LEFT + placeIn(view, at) * width;
        return (
          <g key={String(at)}>
            <line x1={x} x2={x} y1={TOP - 4} y2={height} stroke="var(--color-line)" />
            <text x={x} y={TOP - 9} textAnchor="middle" fill="var(--color-fg-muted)" fontSize={11}>
              {x + 40 > LEFT + width || x < LEFT + 20 ? '' : label}
            </text>
          </g>
        );
      })}
    </>
  );
}

function LaneRow({ lane, y, width }: { lane: Lane; y: number; width: number }) {
  const label =
    lane.label.length > LABEL_CHARS ? `${lane.label.slice(0, LABEL_CHARS - 1)}…` : lane.label;
  const count = lane.marks.length.toLocaleString();
  return (
    <g>
      <line x1={0} x2={LEFT + width} y1={y} y2={y} stroke="var(--color-line)" />
      <text x={0} y={y + LANE / 2 + 4} fill="var(--color-fg)" fontSize={12}>
        {label}
      </text>
      <text
        x={LEFT - 8}
        y={y + LANE / 2 + 4}
        textAnchor="end"
        fill="var(--color-fg-faint)"
        fontSize={11}
      >
        {lane.label.length + count.length < LABEL_CHARS ? count : ''}
      </text>
    </g>
  );
}

/** To the nanosecond: under a millisecond a bucket is a part of one. */
const bucketStart = ({ fromMs, bucketMs }: EventHistogram, place: number): bigint =>
  toNs({ ms: Math.floor(fromMs), nanos: 0 }) + BigInt(Math.round(place * bucketMs * 1e6));

/** All events of the store, promoted or not, as bars. */
function Density({
  density,
  view,
  width,
}: {
  density: EventHistogram | undefined;
  view: TimeView;
  width: number;
}) {
  const most = density ? Math.max(1, ...density.counts) : 1;
  const total = density?.counts.reduce((sum, n) => sum + n, 0) ?? 0;
  return (
    <g>
      <text x={0} y={TOP + DENSITY / 2 + 4} fill="var(--color-fg)" fontSize={12}>
        All events
      </text>
      <text
        x={LEFT - 8}
        y={TOP + DENSITY / 2 + 4}
        textAnchor="end"
        fill="var(--color-fg-faint)"
        fontSize={11}
      >
        {density ? total.toLocaleString() : ''}
      </text>
      {density?.counts.map((count, place) => {
        if (count === 0) return null;
        const at = bucketStart(density, place);
        const from = placeIn(view, at);
        const to = placeIn(view, bucketStart(density, place + 1));
        if (to <= 0 || from >= 1) return null;
        const x = LEFT + Math.max(0, from) * width;
        const right = LEFT + Math.min(1, to) * width;
        const tall = Math.max(2, (count / most) * (DENSITY - 8));
        return (
          <rect
            key={String(at)}
            x={x}
            y={TOP + DENSITY - 3 - tall}
            width={Math.max(1, right - x - 0.5)}
            height={tall}
            fill="var(--color-line-strong)"
          />
        );
      })}
    </g>
  );
}

function Band({
  brush,
  view,
  width,
  height,
}: {
  brush: TimeBrush;
  view: TimeView;
  width: number;
  height: number;
}) {
  const from = Math.max(0, Math.min(1, placeIn(view, brush.from)));
  const to = Math.max(0, Math.min(1, placeIn(view, brush.to)));
  return (
    <rect
      x={LEFT + from * width}
      y={TOP}
      width={Math.max(1, (to - from) * width)}
      height={height - TOP}
      fill="var(--color-accent)"
      fillOpacity={0.16}
      stroke="var(--color-accent)"
    />
  );
}

function ClusterMark({
  cluster,
  y,
  isChosen,
  onChoose,
}: {
  cluster: Cluster;
  y: number;
  isChosen: boolean;
  onChoose: (cluster: Cluster) => void;
}) {
  const n = cluster.marks.length;
  const radius = n === 1 ? 4.5 : Math.min(10, 5.5 + Math.log10(n) * 2);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the chart around it takes the keys
    <g
      onClick={() => onChoose(cluster)}
      className="cursor-pointer"
      data-mark={cluster.marks[0]?.id}
    >
      {isChosen && (
        <circle
          cx={LEFT + cluster.x}
          cy={y}
          r={radius + 3}
          fill="none"
          stroke="var(--color-fg)"
          strokeWidth={1.5}
        />
      )}
      <circle
        cx={LEFT + cluster.x}
        cy={y}
        r={radius}
        fill={cluster.color}
        stroke="var(--color-surface)"
        strokeWidth={1}
      />
      {n > 9 && (
        <text
          x={LEFT + cluster.x + radius + 2}
          y={y + 3.5}
          fill="var(--color-fg-muted)"
          fontSize={10}
        >
          {n > 999 ? '999+' : n}
        </text>
      )}
    </g>
  );
}
