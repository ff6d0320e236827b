import { useMemo, useState } from 'react';
import { useTimeZone } from '../../ui/time-zone.ts';
import { useSize } from '../../ui/use-size.ts';
import {
  countsText,
  hourFormat,
  hourStart,
  type SteppedVolume,
  type Stretch,
  stretchCounts,
  totalOf,
} from './volume.rules.ts';
import { VolumeBars } from './volume-bars.tsx';
import { VolumeBrush } from './volume-brush.tsx';

interface TimeHistogramProps {
  volume: SteppedVolume;
  /** What there is to see, in a sentence. */
  label: string;
  /** A stretch was chosen: first moment and last, ms since the epoch. */
  onChoose: (from: number, to: number) => void;
}

/** Alerts over time by severity, with a brush that chooses a stretch of it. */
export function TimeHistogram({ volume, label, onChoose }: TimeHistogramProps) {
  const [size, plot] = useSize();
  const zone = useTimeZone();
  const [chosen, setChosen] = useState<{ of: SteppedVolume; stretch: Stretch } | null>(null);
  const length = volume.counts.LOW.length;
  const whole = { first: 0, last: length - 1 };
  const stretch = chosen?.of === volume ? chosen.stretch : whole;
  const time = useMemo(() => hourFormat(zone), [zone]);
  const choose = () => {
    if (chosen?.of !== volume) return;
    onChoose(hourStart(volume, stretch.first), hourStart(volume, stretch.last + 1) - 1);
  };
  return (
    <div ref={plot} className="relative h-full" onPointerUp={choose}>
      {size && (
        <>
          <div className="absolute inset-0">
            <VolumeBars volume={volume} zone={zone} size={size} label={label} />
          </div>
          <VolumeBrush
            length={length}
            stretch={stretch}
            onChange={(next) => setChosen(next && { of: volume, stretch: next })}
            onOpen={choose}
            describe={(place) => time(hourStart(volume, place))}
            tip={(place) => (
              <>
                <span className="block text-fg-muted">{time(hourStart(volume, place))}</span>
                {countsText(stretchCounts(volume, { first: place, last: place })) || 'No alerts'}
              </>
            )}
          />
        </>
      )}
      <p role="status" className="sr-only">
        {chosen?.of === volume &&
          `${time(hourStart(volume, stretch.first))} to ${time(hourStart(volume, stretch.last + 1))}: ${totalOf(stretchCounts(volume, stretch)).toLocaleString()} alerts`}
      </p>
    </div>
  );
}
