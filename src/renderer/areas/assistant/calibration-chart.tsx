import type { AutomationHealth } from '../../../shared/areas/assistant/automation.contract.ts';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { percent } from './automation-words.tsx';

const WIDTH = 640;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 28;
const TOP = 8;

type Bins = AutomationHealth['calibration'];

/** By tenth of suspicion, which share turned out malicious: bars that rise say that it ranks well. */
export function CalibrationChart({ bins, empty }: { bins: Bins; empty: string }) {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  const malicious = bins.reduce((sum, bin) => sum + bin.malicious, 0);
  return (
    <ChartFrame
      title="Calibration"
      unit="share malicious, by suspicion"
      description={`${n.toLocaleString('en')} verdicts, ${malicious.toLocaleString('en')} of them malicious`}
      table={{
        columns: ['Suspicion', 'Verdicts', 'Malicious', 'Share'],
        rows: bins.map((bin) => [
          `${bin.from} to ${bin.to}`,
          bin.n,
          bin.malicious,
          percent(bin.share),
        ]),
      }}
      empty={n === 0 ? { title: 'No verdicts yet', text: empty } : null}
    >
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Share of malicious alerts by suspicion, of ${n.toLocaleString('en')} verdicts`}
        className="size-full"
      >
        <Grid />
        {bins.map((bin) => (
          <Bar key={bin.from} bin={bin} />
        ))}
      </svg>
    </ChartFrame>
  );
}

const yOf = (share: number) => TOP + (1 - share) * (HEIGHT - BOTTOM - TOP);

function Grid() {
  return (
    <>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <g key={share}>
          <line x1={LEFT} x2={WIDTH} y1={yOf(share)} y2={yOf(share)} className="stroke-line" />
          <text
            x={LEFT - 6}
            y={yOf(share) + 4}
            textAnchor="end"
            className="fill-fg-muted text-[11px] tabular-nums"
          >
            {`${share * 100} %`}
          </text>
        </g>
      ))}
    </>
  );
}

function Bar({ bin }: { bin: Bins[number] }) {
  const width = (WIDTH - LEFT) / 10;
  const x = LEFT + (bin.from / 10) * width;
  return (
    <g>
      {bin.share !== null && (
        <rect
          x={x + 6}
          width={width - 12}
          y={yOf(bin.share)}
          height={Math.max(2, yOf(0) - yOf(bin.share))}
          className="fill-accent"
        >
          <title>{`Suspicion ${bin.from} to ${bin.to}: ${bin.malicious} of ${bin.n} malicious`}</title>
        </rect>
      )}
      <text
        x={x + width / 2}
        y={HEIGHT - 8}
        textAnchor="middle"
        className="fill-fg-muted text-[11px] tabular-nums"
      >
        {`${bin.from}–${bin.to}`}
      </text>
    </g>
  );
}
