import type { IndicatorDetail } from '../../../../shared/areas/forensics/indicators/indicators.contract.ts';
import { scoreAt } from '../../../../shared/areas/forensics/indicators/life.ts';
import { DAY_MS } from '../../../../shared/kernel/time.ts';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { useNow } from '../../../ui/use-now.ts';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [640, 180, 34, 22, 8];
const POINTS = 48;
const HALF_LIVES = 3;

/** How the score falls: three half-lives from when it was last seen. */
export function DecayChart({ one }: { one: IndicatorDetail }) {
  const now = useNow();
  const since = Date.parse(one.lastSeen ?? one.createdAt);
  const aging = { type: one.type, confidence: one.confidence, since };
  const span = HALF_LIVES * one.halfLifeDays;
  const x = (days: number) => LEFT + (days / span) * (WIDTH - LEFT - 8);
  const y = (score: number) => TOP + (1 - score / 100) * (HEIGHT - BOTTOM - TOP);
  const at = (days: number) => scoreAt(aging, since + days * DAY_MS);
  // Whole scores would make steps of the line.
  const exact = (days: number) => one.confidence * 0.5 ** (days / one.halfLifeDays);
  const line = Array.from({ length: POINTS + 1 }, (_, n) => (n / POINTS) * span)
    .map((days, n) => `${n === 0 ? 'M' : 'L'}${x(days).toFixed(1)} ${y(exact(days)).toFixed(1)}`)
    .join(' ');
  const marks = [0, 1, 2, 3].map((n) => n * one.halfLifeDays);
  const today = Math.min(span, Math.max(0, (now - since) / DAY_MS));
  return (
    <ChartFrame
      title="Score"
      unit="of 100, by days since it was last seen"
      description={`Now ${one.score}: ${one.formula}. Half of the confidence is gone every ${one.halfLifeDays.toLocaleString()} days.`}
      bodyClassName="h-44"
      table={{ columns: ['Days', 'Score'], rows: marks.map((days) => [days, at(days)]) }}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-full w-full" aria-hidden>
        {[0, 50, 100].map((score) => (
          <g key={score}>
            <line x1={LEFT} x2={WIDTH - 8} y1={y(score)} y2={y(score)} stroke="var(--color-line)" />
            <text
              x={LEFT - 6}
              y={y(score) + 4}
              textAnchor="end"
              fontSize="11"
              fill="var(--color-fg-muted)"
            >
              {score}
            </text>
          </g>
        ))}
        {marks.map((days) => (
          <text
            key={days}
            x={x(days)}
            y={HEIGHT - 6}
            textAnchor="middle"
            fontSize="11"
            fill="var(--color-fg-muted)"
          >
            {days}
          </text>
        ))}
        <path d={line} fill="none" stroke="var(--color-accent)" strokeWidth="2" />
        <circle cx={x(today)} cy={y(exact(today))} r="4" fill="var(--color-accent)" />
      </svg>
    </ChartFrame>
  );
}
