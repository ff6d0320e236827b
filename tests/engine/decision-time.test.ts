/** What one decision costs the processor, each of an alert that was never read before. */
import { expect, test } from 'vitest';
import { assess } from '../../src/shared/areas/assistant/engine/assess.ts';
import { textFindings } from '../../src/shared/areas/assistant/engine/text-findings.ts';
import { engineAlert, factsWith, supportWith } from '../helpers/engine-cases.ts';

const DECISIONS = 600;
const WARM_UP = 200;

/** As sensors write: a syslog line, a request, a record in JSON. */
const TEXTS = [
  (n: number) =>
    `Nov 22 09:00:0${n % 10} web-01 sshd[${n}]: Failed password for user${n} from 10.3.${n % 200}.7 port ${20_000 + n} ssh2`,
  (n: number) =>
    `192.168.4.12 - - [22/Nov/2026:09:00:01] "GET /app?id=${n}&q=%27OR%201 HTTP/1.1" 404 ${n} "-" "Mozilla/5.0 (X11)"`,
  (n: number) =>
    JSON.stringify({
      id: 4688,
      cmd: `C:\\Users\\user${n}\\tool${n}.exe --out \\\\fs-01\\share`,
      pid: n,
    }),
];

test('[EG69] one decision takes at most 5 ms of the processor in nineteen of twenty cases', () => {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + DECISIONS; n += 1) {
    const description = TEXTS[n % TEXTS.length]?.(n) ?? '';
    const alert = engineAlert({ id: `alert-${n}`, title: `Event ${n}`, description });
    const before = process.threadCpuUsage();
    const { decision } = assess(alert, factsWith(), supportWith(), { findTexts: textFindings });
    const { user, system } = process.threadCpuUsage(before);
    expect(decision).toBe('auto-close');
    if (n >= WARM_UP) times.push((user + system) / 1_000);
  }
  times.sort((a, b) => a - b);
  expect(times[Math.floor(0.95 * times.length)]).toBeLessThanOrEqual(5);
});
