import type { EntityProfile } from '../../../shared/areas/entities/entities.contract.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { useNow } from '../../ui/use-now.ts';

const DAYS = 60;
const WIDTH = 720;
const HEIGHT = 120;
const BASE = HEIGHT - 18;
const TOP = 8;
const GAP = 2;

/** Every day of the span, also those without alerts. */
function daysOf(profile: EntityProfile, today: Day): { day: Day; n: number }[] {
  const counts = new Map(profile.activity.map(({ day, n }) => [day, n]));
  const newest = profile.activity.at(-1)?.day ?? today;
  const last = newest > today ? newest : newest < addDays(today, -DAYS) ? newest : today;
  return Array.from({ length: DAYS }, (_, place) => {
    const day = addDays(last, place - DAYS + 1);
    return { day, n: counts.get(day) ?? 0 };
  });
}

/** How busy the entity was, day by day. */
export function EntityActivity({ profile }: { profile: EntityProfile }) {
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const days = daysOf(profile, today);
  const most = Math.max(1, ...days.map(({ n }) => n));
  const sum = days.reduce((all, { n }) => all + n, 0);
  const first = days[0]?.day ?? today;
  const last = days.at(-1)?.day ?? today;
  const busiest = days.reduce((a, b) => (b.n > a.n ? b : a), { day: first, n: 0 });
  const description =
    sum === 0
      ? `No alert from ${first} to ${last}.`
      : `${sum.toLocaleString()} alerts from ${first} to ${last} (UTC), most on ${busiest.day}: ${busiest.n.toLocaleString()}.`;
  const step = WIDTH / days.length;
  return (
    <ChartFrame
      title="Alerts per day"
      unit={`${DAYS} days, UTC`}
      description={description}
      bodyClassName="h-40"
      table={{ columns: ['Day', 'Alerts'], rows: days.map(({ day, n }) => [day, n]) }}
      empty={
        profile.activity.length === 0
          ? { title: 'No Activity', text: 'No alert has named this entity yet.' }
          : null
      }
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={description}
        className="h-full w-full"
      >
        <line x1={0} x2={WIDTH} y1={BASE} y2={BASE} className="stroke-line" />
        {days.map(({ day, n }, place) => {
          const height = n === 0 ? 0 : Math.max(2, ((BASE - TOP) * n) / most);
          return (
            <rect
              key={day}
              x={place * step + GAP / 2}
              width={step - GAP}
              y={BASE - height}
              height={height}
              className="fill-accent"
            >
              <title>{`${day}: ${n.toLocaleString()}`}</title>
            </rect>
          );
        })}
        <text x={0} y={HEIGHT - 3} className="fill-fg-muted text-[11px]">
          {first}
        </text>
        <text x={WIDTH} y={HEIGHT - 3} textAnchor="end" className="fill-fg-muted text-[11px]">
          {last}
        </text>
        <text
          x={WIDTH / 2}
          y={HEIGHT - 3}
          textAnchor="middle"
          className="fill-fg-muted text-[11px]"
        >
          {`highest ${most.toLocaleString()}`}
        </text>
      </svg>
    </ChartFrame>
  );
}
