import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { AlertVolume } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import { Button } from '../../ui/button.tsx';
import { ChartFrame, type ChartTable } from '../../ui/chart-frame.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type ShownZone, useTimeZone } from '../../ui/time-zone.ts';
import { useNow } from '../../ui/use-now.ts';
import { useSize } from '../../ui/use-size.ts';
import { useAlertVolume } from './dashboard.queries.ts';
import { FailedPanel } from './failed-panel.tsx';
import {
  countsText,
  hourFormat,
  hourStart,
  type Stretch,
  stretchCounts,
  stretchQuery,
  totalOf,
  volumeAt,
} from './volume.rules.ts';
import { VolumeBars } from './volume-bars.tsx';
import { VolumeBrush } from './volume-brush.tsx';

const TITLE = 'Alert volume by hour and severity';
const FRAME = {
  title: TITLE,
  unit: 'alerts per hour, last 7 days',
  className: 'lg:col-span-2',
  bodyClassName: 'h-84',
} as const;
type HourLabel = (time: number) => string;
const NO_TABLE: ChartTable = { columns: [], rows: [] };

export function AlertVolumePanel() {
  const query = useAlertVolume();
  const zone = useTimeZone();
  const now = useNow();
  const hour = Math.floor(now / HOUR_MS);
  const volume = useMemo(
    () => (query.data ? volumeAt(query.data, hour * HOUR_MS) : undefined),
    [query.data, hour],
  );
  if (query.isError && !volume) {
    return <FailedPanel title={TITLE} query={query} className={FRAME.className} />;
  }
  if (!volume) {
    return (
      <ChartFrame {...FRAME} description={<Skeleton className="h-4 w-72" />} table={NO_TABLE}>
        <Skeleton className="h-full w-full" />
      </ChartFrame>
    );
  }
  return <VolumeChart volume={volume} zone={zone} />;
}

/** Hours since the epoch: a stretch stays where it is while the chart moves on under it. */
interface ChosenHours {
  readonly first: number;
  readonly last: number;
}

function VolumeChart({ volume, zone }: { volume: AlertVolume; zone: ShownZone }) {
  const [size, plot] = useSize();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ChosenHours | null>(null);
  const length = volume.counts.LOW.length;
  const base = Math.floor(Date.parse(volume.from) / HOUR_MS);
  const stretch = stretchOf(chosen, base, length);
  const to = `/alerts?${stretchQuery(volume, stretch)}`;
  const label = useMemo(() => hourFormat(zone), [zone]);
  const description = useMemo(() => describeVolume(volume, label), [volume, label]);
  const table = useMemo(() => volumeTable(volume, label), [volume, label]);
  const isEmpty = totalOf(stretchCounts(volume, { first: 0, last: length - 1 })) === 0;
  return (
    <ChartFrame
      {...FRAME}
      description={description}
      table={table}
      empty={
        isEmpty
          ? { title: 'No Alerts in 7 Days', text: 'Alerts will be counted here as they happen.' }
          : null
      }
    >
      <div className="flex h-full flex-col">
        <div ref={plot} className="relative min-h-0 flex-1">
          {size && (
            <>
              <div className="absolute inset-0">
                <VolumeBars volume={volume} zone={zone} size={size} label={description} />
              </div>
              <VolumeBrush
                length={length}
                stretch={stretch}
                onChange={(next) =>
                  setChosen(next && { first: base + next.first, last: base + next.last })
                }
                onOpen={() => void navigate(to)}
                describe={(place) => label(hourStart(volume, place))}
                tip={(place) => <HourTip volume={volume} place={place} label={label} />}
              />
            </>
          )}
        </div>
        <StretchLine
          volume={volume}
          stretch={stretch}
          label={label}
          to={to}
          onWhole={chosen ? () => setChosen(null) : undefined}
        />
      </div>
    </ChartFrame>
  );
}

/** What has left the chart is no longer chosen; where nothing is left, all is. */
function stretchOf(chosen: ChosenHours | null, base: number, length: number): Stretch {
  const whole = { first: 0, last: length - 1 };
  if (!chosen || chosen.last < base) return whole;
  return {
    first: Math.max(0, chosen.first - base),
    last: Math.min(length - 1, chosen.last - base),
  };
}

interface StretchLineProps {
  volume: AlertVolume;
  stretch: Stretch;
  label: HourLabel;
  to: string;
  /** Absent while the whole is chosen. */
  onWhole: (() => void) | undefined;
}

/** The numbers of the stretch, and the way to its alerts. */
function StretchLine({ volume, stretch, label, to, onWhole }: StretchLineProps) {
  const counts = stretchCounts(volume, stretch);
  const total = totalOf(counts);
  const from = label(hourStart(volume, stretch.first));
  const until = label(hourStart(volume, stretch.last + 1));
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-2 text-xs">
      <p role="status" className="min-w-0 flex-1 basis-56 text-fg-muted tabular-nums">
        <span className="block">
          {from} – {until}
        </span>
        <span className="block text-fg">
          <strong className="font-semibold">{total.toLocaleString()}</strong>{' '}
          {total === 1 ? 'alert' : 'alerts'}
          {total > 0 && `: ${countsText(counts)}`}
        </span>
      </p>
      {onWhole && (
        <Button size="sm" variant="ghost" onClick={onWhole}>
          All 7 days
        </Button>
      )}
      <Link to={to} className="rounded-sm font-medium text-accent-text hover:underline">
        Show these alerts
      </Link>
    </div>
  );
}

function HourTip(props: { volume: AlertVolume; place: number; label: HourLabel }) {
  const { volume, place, label } = props;
  const counts = stretchCounts(volume, { first: place, last: place });
  return (
    <>
      <span className="block text-fg-muted">{label(hourStart(volume, place))}</span>
      {countsText(counts) || 'No alerts'}
    </>
  );
}

/** How many, and when most of them came. */
function describeVolume(volume: AlertVolume, label: HourLabel): string {
  const perHour = volume.counts.LOW.map((_, place) =>
    totalOf(stretchCounts(volume, { first: place, last: place })),
  );
  const total = perHour.reduce((sum, count) => sum + count, 0);
  if (total === 0) return 'No alerts in this time';
  const busiest = perHour.indexOf(Math.max(...perHour));
  const when = label(hourStart(volume, busiest));
  const most = (perHour[busiest] ?? 0).toLocaleString();
  const noun = total === 1 ? 'alert' : 'alerts';
  return `${total.toLocaleString()} ${noun}; the busiest hour begins ${when} and has ${most}`;
}

/** Hours without an alert are left out. */
function volumeTable(volume: AlertVolume, label: HourLabel): ChartTable {
  const rows = volume.counts.LOW.flatMap((_, place) => {
    const counts = stretchCounts(volume, { first: place, last: place });
    const total = totalOf(counts);
    if (total === 0) return [];
    const numbers = SEVERITIES.map((severity) => counts[severity]);
    return [[label(hourStart(volume, place)), ...numbers, total]];
  });
  const names = SEVERITIES.map((severity) => SEVERITY_LABELS[severity]);
  return { columns: ['Hour from', ...names, 'All'], rows: rows.reverse() };
}
