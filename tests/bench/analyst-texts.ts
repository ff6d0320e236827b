/**
 * What stands before every call to a model, and before every decision: the redaction of the largest brief
 * that leaves, of a conversation that grows, the last look at its body, and the finder of injections.
 * The texts are made here, in the shape of what sensors write.
 */
import { createRedactor } from '../../src/main/areas/models/redaction.ts';
import type { KnownTerm } from '../../src/main/areas/models/redaction.types.ts';
import type { ModelMessage } from '../../src/main/platform/model-port.ts';
import { findInjections } from '../../src/shared/areas/assistant/injection.ts';
import { percentile, type Report } from './figures.ts';

/** Letters of records in one brief; see `prompts.ts`. */
const BRIEF = 28_000;
const CALLS = 8;
const ROUNDS = 60;

const LINES = [
  (n: number) =>
    `Jan 15 10:0${n % 10}:12 web-${n % 40} sshd[${1000 + n}]: Failed password for user${n % 90} from 10.3.${n % 200}.7 port ${20_000 + n} ssh2`,
  (n: number) =>
    `{"event":{"id":4688},"host":"ws-${n % 120}.corp.local","user":"CORP\\\\user${n % 90}","cmd":"C:\\\\Users\\\\user${n % 90}\\\\AppData\\\\tool${n}.exe --out \\\\\\\\fs-01\\\\share"}`,
  (n: number) =>
    `192.168.${n % 250}.12 - - [15/Jan/2026:10:00:01 +0000] "GET /app/item?id=${n}&q=%27OR%201 HTTP/1.1" 404 ${n} "-" "Mozilla/5.0 (X11; Linux x86_64)"`,
  (n: number) =>
    `type=AVC msg=audit(17${n}.1:${n}): apparmor="DENIED" operation="open" profile="/usr/sbin/x" name="/srv/data/${n}" pid=${n} comm="backup-${n % 9}"`,
];

const record = (n: number) => ({
  ...{ id: `E${n}-ab12`, kind: 'alert', time: '2026-01-15T10:00:00.000Z' },
  fields: {
    title: `Sensor event ${n % 12}`,
    description: (LINES[n % LINES.length] ?? LINES[0])?.(n) ?? '',
    host: `web-${n % 40}`,
    account: `user${n % 90}`,
  },
});

function briefOf(first: number): string {
  const records: ReturnType<typeof record>[] = [];
  for (let n = first; JSON.stringify(records).length < BRIEF; n += 1) records.push(record(n));
  return JSON.stringify(records);
}

function makeRedactor() {
  const hosts = Array.from(
    { length: 5_000 },
    (_, n): KnownTerm => ({
      kind: n % 2 === 0 ? 'HOST' : 'USER',
      value: `${n % 2 === 0 ? 'web-' : 'user'}${n >> 1}`,
    }),
  );
  const byValue = new Map(hosts.map((term) => [term.value, term]));
  const standing = Array.from(
    { length: 300 },
    (_, n): KnownTerm => ({ kind: 'MAIL', value: `person${n}@corp.example` }),
  );
  return createRedactor({
    terms: {
      standing: () => standing,
      among: (words) => words.flatMap((word) => byValue.get(word) ?? []),
      hidesExternal: () => false,
    },
    secrets: () => ['a-key-of-the-endpoint-0123456789'],
  });
}

/** Of this thread on a processor: what else the machine does is not counted. */
function timed(times: number[], work: () => void): void {
  const started = process.threadCpuUsage();
  work();
  const { user, system: kernel } = process.threadCpuUsage(started);
  times.push((user + kernel) / 1_000);
}

const system: ModelMessage = {
  role: 'system',
  content: 'You help a security analyst. '.repeat(80),
};

export function measureTexts(report: Report): void {
  const redactor = makeRedactor();
  const [first, later, look, find]: number[][] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const runId = `run${round}`;
    const messages: ModelMessage[] = [
      system,
      { role: 'user', content: `Its records:\n${briefOf(round * 7)}` },
    ];
    for (let call = 0; call < CALLS; call += 1) {
      let body = '';
      timed(call === 0 ? (first ?? []) : (later ?? []), () => {
        body = JSON.stringify({ messages: redactor.redact(messages, runId).messages });
      });
      timed(look ?? [], () => redactor.check(body, runId));
      const content = JSON.stringify(
        Array.from({ length: 8 }, (_, n) => record(round + 60 * call + n)),
      );
      messages.push({ role: 'tool', toolCallId: `t${call}`, content });
    }
    redactor.forget(runId);
    for (let n = 0; n < 20; n += 1)
      timed(find ?? [], () => findInjections(record(round * 20 + n).fields));
  }
  const say = (name: string, times: readonly number[], bar: string, what: string) =>
    report(
      `analyst.${name}.p95`,
      percentile(times, 95),
      'ms',
      bar,
      `${times.length} times, processor time, p50 ${percentile(times, 50).toFixed(2)} ms: ${what}`,
    );
  say('redaction.first', first ?? [], '<= 15', `the largest brief, ${BRIEF / 1000} kB`);
  say(
    'redaction.later',
    later ?? [],
    '<= 15',
    'each call after it, with one more answer of a tool',
  );
  say('redaction.check', look ?? [], '<= 15', 'the last look at the body');
  say('injections', find ?? [], '<= 5', 'one alert as a sensor writes it; part of its decision');
}
