import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, useState } from 'react';
import type { EventHistogram } from '../../../../shared/areas/forensics/events/events.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { useTimeZone } from '../../../ui/time-zone.ts';
import { eventTimeFormat } from './event-words.ts';
import { type Asked, eventHistogramQuery } from './events.queries.ts';

const BUCKETS = 120;
const WIDTH = 1_200;
const HEIGHT = 72;
/** Narrower, a drag was a click. */
const LEAST_DRAG = 4;

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

interface EventHistogramPanelProps extends Asked {
  onSpan: (span: TimeSpan | null) => void;
}

const NOTHING = { fromMs: 0, toMs: 1, bucketMs: 1, counts: [], byKind: {}, outside: 0 };

/** Events over time; a drag over it narrows the list, as do the buttons. */
export function EventHistogramPanel({ onSpan, ...asked }: EventHistogramPanelProps) {
  const found = useQuery(eventHistogramQuery(useClient(), { ...asked, buckets: BUCKETS }));
  const timeOf = eventTimeFormat(useTimeZone());
  const data: EventHistogram = found.data ?? NOTHING;
  const iso = (ms: number) => timeOf(new Date(ms).toISOString());
  const total = data.counts.reduce((sum, count) => sum + count, 0);
  const middle = (data.fromMs + data.toMs) / 2;
  const quarter = (data.toMs - data.fromMs) / 4;
  return (
    <ChartFrame
      title="Events over time"
      unit="events"
      description={total === 0 ? 'No event has a time' : `${iso(data.fromMs)} to ${iso(data.toMs)}`}
      table={{
        columns: ['From', 'Events'],
        rows: data.counts.map((count, place) => [iso(data.fromMs + place * data.bucketMs), count]),
      }}
      empty={
        found.data && total === 0
          ? { title: 'Nothing to draw', text: 'No event that was found has a time.' }
          : null
      }
      bodyClassName="h-28"
      actions={
        <>
          <Button
            size="sm"
            variant="ghost"
            disabled={total === 0}
            onClick={() =>
              onSpan({ fromMs: Math.floor(middle - quarter), toMs: Math.ceil(middle + quarter) })
            }
          >
            Zoom in
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={asked.query.fromMs === undefined}
            onClick={() => onSpan(null)}
          >
            Whole span
          </Button>
        </>
      }
    >
      <Bars data={data} onSpan={onSpan} label={`${total.toLocaleString()} events over time`} />
    </ChartFrame>
  );
}

function Bars({
  data,
  onSpan,
  label,
}: {
  data: EventHistogram;
  onSpan: (span: TimeSpan) => void;
  label: string;
}) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const most = Math.max(1, ...data.counts);
  const step = WIDTH / Math.max(1, data.counts.length);
  const placeOf = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(WIDTH, ((event.clientX - box.left) / box.width) * WIDTH));
  };
  const timeAt = (x: number) => data.fromMs + (x / WIDTH) * (data.toMs - data.fromMs);
  const finish = () => {
    if (drag && Math.abs(drag.to - drag.from) >= LEAST_DRAG) {
      const [from, to] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
      onSpan({ fromMs: Math.floor(timeAt(from)), toMs: Math.ceil(timeAt(to)) });
    }
    setDrag(null);
  };
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="h-full w-full cursor-crosshair touch-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: placeOf(event), to: placeOf(event) });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: placeOf(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
    >
      {data.counts.map((count, place) => {
        const height = count === 0 ? 0 : Math.max(1.5, (count / most) * HEIGHT);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={place}
            x={place * step}
            y={HEIGHT - height}
            width={Math.max(1, step - 1)}
            height={height}
            className="fill-accent"
          />
        );
      })}
      {drag && (
        <rect
          x={Math.min(drag.from, drag.to)}
          y={0}
          width={Math.abs(drag.to - drag.from)}
          height={HEIGHT}
          className="fill-accent-text opacity-30"
        />
      )}
    </svg>
  );
}
