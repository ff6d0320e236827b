/** A case on one scale: lanes, what is chosen in them, and its files. */
import { useQuery } from '@tanstack/react-query';
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { fromNs, toNs } from '../../../../shared/areas/forensics/timeline/moment.ts';
import {
  between,
  placeIn,
  spanText,
  type TimeView,
  viewOf,
  zoomed,
} from '../../../../shared/areas/forensics/timeline/time-view.ts';
import {
  type Timeline,
  type TimelineFormat,
  timelineContract,
} from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import { endpointPath } from '../../../../shared/contract/client.ts';
import { useClient } from '../../../api/client-context.tsx';
import { useMay } from '../../../api/session.tsx';
import { useHost } from '../../../host/host-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SaveMenu } from '../../../ui/save-menu.tsx';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { useErrorToast } from '../../../ui/use-error-toast.ts';
import { LaneChart, type TimeBrush } from './lane-chart.tsx';
import { type Cluster, lanesOf, type PlacedMark, placed } from './lanes.ts';
import { MarkDetail } from './mark-detail.tsx';
import { momentText } from './shown-moment.tsx';
import { densityQuery, sourcesQuery, timelineQuery } from './timeline.queries.ts';

const BUCKETS = 160;
const LISTED = 1_000;

/** Aligned ms, the end without; null: all of it. */
export type MsRange = { readonly fromMs: number; readonly toMs: number } | null;

interface CaseTimelineProps {
  investigationId: string;
  isClosed: boolean;
  /** What a drawn stretch of time narrows. */
  children: (range: MsRange, onRange: (range: MsRange) => void) => ReactNode;
}

export function CaseTimeline({ investigationId, isClosed, children }: CaseTimelineProps) {
  const found = useQuery(timelineQuery(useClient(), investigationId));
  return (
    <Loaded query={found} failed="The timeline could not be loaded">
      {(timeline) => (
        <Scaled timeline={timeline} investigationId={investigationId} isClosed={isClosed}>
          {children}
        </Scaled>
      )}
    </Loaded>
  );
}

function Scaled({
  timeline,
  investigationId,
  isClosed,
  children,
}: CaseTimelineProps & { timeline: Timeline }) {
  const client = useClient();
  const mayWrite = useMay('forensics.write') && !isClosed;
  const sources = useQuery(sourcesQuery(client, investigationId));
  const marks = useMemo(() => timeline.marks.map(placed), [timeline]);
  const lanes = useMemo(() => lanesOf(timeline, marks), [timeline, marks]);
  const whole = useMemo(() => wholeOf(marks, sources.data ?? []), [marks, sources.data]);
  const [chosenView, setView] = useState<TimeView | null>(null);
  const [brush, setBrush] = useState<TimeBrush | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set());
  const view = chosenView ?? whole;
  const asked = useDeferredValue(view);
  const hasEvents = (sources.data ?? []).some(({ events }) => events > 0);
  const density = useQuery({
    ...densityQuery(client, investigationId, { ...msOf(asked), buckets: BUCKETS }),
    enabled: hasEvents,
  });
  const chosenMarks = marks.filter(({ id }) => chosen.has(id));
  const range = brush === null ? null : msOf({ from: brush.from, span: brush.to - brush.from });
  const putRange = (next: MsRange) =>
    setBrush(
      next && {
        from: toNs({ ms: Math.floor(next.fromMs), nanos: 0 }),
        to: toNs({ ms: Math.ceil(next.toMs), nanos: 0 }),
      },
    );
  const choose = (cluster: Cluster | null) =>
    setChosen(new Set(cluster?.marks.map(({ id }) => id)));
  return (
    <div className="flex flex-col gap-3">
      <ChartFrame
        title="Timeline of the case"
        unit=""
        description={describe(timeline, hasEvents)}
        bodyClassName="min-h-48"
        table={tableOf(marks, view)}
        empty={
          marks.length === 0 && !hasEvents
            ? {
                title: 'Nothing on the timeline yet',
                text: 'Alerts, promoted events, actions and evidence of the case stand here.',
              }
            : null
        }
        actions={
          <ChartActions
            investigationId={investigationId}
            onZoom={(factor) => setView(zoomed(view, factor))}
            onAll={() => setView(null)}
          />
        }
      >
        <LaneChart
          lanes={lanes}
          density={hasEvents ? density.data : undefined}
          view={view}
          onView={setView}
          onAll={() => setView(null)}
          brush={brush}
          onBrush={setBrush}
          chosen={chosen}
          onChoose={choose}
        />
        <p className="mt-2 text-xs text-fg-muted">
          Drag to choose a stretch of time; the wheel zooms, Shift with it moves. Keys: arrows, + −,
          Home.
        </p>
      </ChartFrame>
      {brush && (
        <BrushBar
          brush={brush}
          onZoom={() => setView(between(brush.from, brush.to))}
          onClear={() => setBrush(null)}
        />
      )}
      {chosenMarks.length > 0 && (
        <MarkDetail
          marks={chosenMarks}
          investigationId={investigationId}
          mayChange={mayWrite}
          onClose={() => setChosen(new Set())}
        />
      )}
      {children(range, putRange)}
    </div>
  );
}

/** All marks, and all events of the store. */
function wholeOf(
  marks: readonly PlacedMark[],
  sources: readonly { readonly first: string | null; readonly last: string | null }[],
): TimeView {
  const times = [
    ...marks.map(({ ns }) => ns),
    ...sources.flatMap(({ first, last }) =>
      [first, last].flatMap((at) => (at === null ? [] : [toNs({ ms: Date.parse(at), nanos: 0 })])),
    ),
  ];
  const [some] = times;
  if (some === undefined) return viewOf(0n, 0n);
  const sorted = times.toSorted((a, b) => (a < b ? -1 : 1));
  return viewOf(sorted[0] ?? some, sorted.at(-1) ?? some);
}

/** What `Date` can say, and no less than a ms. */
const LAST_MS = 8.64e15;
function msOf({ from, span }: TimeView): { fromMs: number; toMs: number } {
  const fromMs = Math.max(-LAST_MS, Math.min(LAST_MS - 1, fromNs(from).ms));
  const toMs = Math.max(fromMs + 1, Math.min(LAST_MS, fromNs(from + span).ms + 1));
  return { fromMs, toMs };
}

const counted = (n: number, one: string, many: string): string =>
  `${n.toLocaleString()} ${n === 1 ? one : many}`;

function describe({ marks, leftOut, untimed }: Timeline, hasEvents: boolean): string {
  const count = (type: string) => marks.filter((mark) => mark.type === type).length;
  const parts = [
    counted(count('alert'), 'alert', 'alerts'),
    counted(count('event'), 'promoted event', 'promoted events'),
    counted(count('act'), 'action', 'actions'),
    counted(count('evidence'), 'entry of evidence', 'entries of evidence'),
  ].join(', ');
  const missing = Object.values(leftOut).reduce((sum, n) => sum + n, 0);
  return [
    `${parts}.`,
    hasEvents ? 'Bars count all events of the evidence.' : '',
    missing > 0 ? `${missing.toLocaleString()} more are beyond the limit and not drawn.` : '',
    untimed > 0 ? `${untimed.toLocaleString()} promoted events have no time.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function tableOf(marks: readonly PlacedMark[], view: TimeView) {
  const shown = marks.filter(({ ns }) => {
    const share = placeIn(view, ns);
    return share >= 0 && share <= 1;
  });
  return {
    columns: ['Aligned (UTC)', 'Recorded (UTC)', 'Type', 'What', 'Who or where'],
    rows: shown
      .slice(0, LISTED)
      .map((mark) => [
        momentText(Date.parse(mark.at), mark.nanos, 'UTC').replace(' UTC', ''),
        momentText(Date.parse(mark.recordedAt), mark.recordedNanos, 'UTC').replace(' UTC', ''),
        mark.type === 'act' ? 'action' : mark.type,
        mark.title.slice(0, 200),
        mark.who ?? mark.host ?? mark.source,
      ]),
  };
}

const FORMATS: readonly (readonly [TimelineFormat, string])[] = [
  ['csv', 'CSV'],
  ['timesketch', 'JSON lines for Timesketch'],
];
const FILES = { csv: 'timeline.csv', timesketch: 'timeline-timesketch.jsonl' } as const;

function ChartActions({
  investigationId,
  onZoom,
  onAll,
}: {
  investigationId: string;
  onZoom: (factor: number) => void;
  onAll: () => void;
}) {
  const host = useHost();
  const fail = useErrorToast();
  const save = (format: TimelineFormat) => {
    const path = endpointPath(timelineContract.export, {
      params: { id: investigationId },
      query: { format },
    });
    void host.saveAs(path, FILES[format]).catch(fail);
  };
  return (
    <>
      <Button size="sm" icon={<ZoomIn aria-hidden />} label="Zoom in" onClick={() => onZoom(0.5)} />
      <Button size="sm" icon={<ZoomOut aria-hidden />} label="Zoom out" onClick={() => onZoom(2)} />
      <Button size="sm" icon={<Maximize2 aria-hidden />} label="Show all" onClick={onAll} />
      <SaveMenu label="Export" size="sm" formats={FORMATS} onSave={save} />
    </>
  );
}

function BrushBar({
  brush,
  onZoom,
  onClear,
}: {
  brush: TimeBrush;
  onZoom: () => void;
  onClear: () => void;
}) {
  const zone = useTimeZone();
  const [from, to] = [fromNs(brush.from), fromNs(brush.to)];
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2">
      <span className="text-fg">
        {momentText(from.ms, from.nanos, zone)} to {momentText(to.ms, to.nanos, zone)}
        <span className="text-fg-muted"> · {spanText(brush.to - brush.from)}</span>
      </span>
      <span className="flex-1" />
      <Button size="sm" onClick={onZoom}>
        Zoom to it
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Show all times
      </Button>
    </div>
  );
}
