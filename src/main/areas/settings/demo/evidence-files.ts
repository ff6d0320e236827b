/** Small files behind some of the demo's evidence: tables, settings, minutes, a certificate. */
import { toIso } from '../../../../shared/kernel/time.ts';
import type { World } from './world.ts';

export interface DemoFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

type Maker = (world: World, at: number) => string;

const SYSTEMS = ['ERP-01', 'FS-01', 'MAIL-01', 'TMS-01', 'VPN-01'] as const;
const RIGHTS = ['read', 'read and write', 'approve payments', 'administer'] as const;
const day = (at: number) => toIso(at).slice(0, 10);
/** Changes from row to row without drawing from the demo's chance, which other figures rest on. */
const pick = <T>(list: readonly T[], row: number): T => list[row % list.length] as T;

function csv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number) => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

const people = (world: World) =>
  world.company.logins('anyone').map((login) => world.company.person(login));

const reviewOfRights: Maker = (world, at) =>
  csv(
    ['person', 'login', 'department', 'system', 'right', 'owner', 'decision', 'decided'],
    people(world).flatMap((person, row) =>
      [0, 1].map((second) => [
        person.name,
        person.login,
        person.department ?? 'service account',
        pick(SYSTEMS, row + second * 2),
        pick(RIGHTS, row + second),
        'helen.brandt',
        (row + second) % 11 === 0 ? 'withdrawn' : 'kept',
        day(at),
      ]),
    ),
  );

const accounts: Maker = (world, at) =>
  csv(
    ['login', 'what', 'requested by', 'request', 'done'],
    people(world)
      .slice(0, 18)
      .map((person, row) => [
        person.login,
        row % 3 === 0 ? 'closed' : 'opened',
        'people desk',
        `REQ-${4100 + row * 7}`,
        toIso(at - row * 26 * 3_600_000),
      ]),
  );

const secondFactor: Maker = (world, at) =>
  `${JSON.stringify(
    {
      exportedAt: toIso(at),
      policy: 'Second factor for all accounts',
      state: 'enforced',
      scope: { include: ['all accounts'], exclude: ['break-glass-1', 'break-glass-2'] },
      methods: [
        { method: 'security key', allowed: true },
        { method: 'authenticator app', allowed: true },
        { method: 'text message', allowed: false },
      ],
      registered: people(world).map(({ login }) => ({ login, methods: 2 })),
    },
    null,
    2,
  )}\n`;

const edgeRules: Maker = (_, at) => {
  const rule = (n: number, text: string) => `${n * 10} ${text}  # reviewed ${day(at)}, kept`;
  return `${[
    '# Rules of the edge, outside to inside',
    rule(1, 'permit tcp any host 198.51.100.9 eq 443'),
    rule(2, 'permit tcp any host 198.51.100.10 eq 25'),
    rule(3, 'permit udp any host 198.51.100.11 eq 1194'),
    rule(4, 'permit tcp 203.0.113.0/28 host 198.51.100.12 eq 22'),
    '50 deny ip any any log',
  ].join('\n')}\n`;
};

const restoreTest: Maker = (_, at) => `# Restore test of the file servers

Date: ${day(at)}. Restored: **FS-01**, from the copy of the night before.

| Step | Began | Took |
| --- | --- | --- |
| Copy fetched from the vault | 07:05 | 0 h 40 min |
| Volume written | 07:45 | 2 h 35 min |
| Shares checked against the list | 10:20 | 0 h 25 min |

- Target: within 4 hours. Reached: 3 h 40 min.
- 20 files were opened by their owners; all were whole.
`;

const weeklyScan: Maker = (world, at) =>
  csv(
    ['host', 'weakness', 'severity', 'found', 'age in days'],
    [...world.company.hosts('server')].map((host, row) => [
      host.name,
      pick(
        ['Old TLS library', 'Missing update of the system', 'Default page of the web server'],
        row,
      ),
      pick(['medium', 'high', 'low'], row),
      day(at - row * 3 * 86_400_000),
      row * 3,
    ]),
  );

const tls: Maker = (_, at) =>
  `${JSON.stringify(
    {
      checkedAt: toIso(at),
      names: ['portal', 'quote', 'mail', 'vpn'].map((name) => ({
        name: `${name}.kestrelharbour.example`,
        versions: ['1.2', '1.3'],
        weakCiphers: 0,
        certificateEnds: day(at + 63 * 86_400_000),
      })),
    },
    null,
    2,
  )}\n`;

const unused: Maker = (world, at) =>
  csv(
    ['login', 'last sign-in', 'days', 'closed'],
    people(world)
      .slice(5, 14)
      .map(({ login }, row) => [
        login,
        day(at - (46 + row * 4) * 86_400_000),
        46 + row * 4,
        day(at),
      ]),
  );

const minutes =
  (title: string, points: readonly string[]): Maker =>
  (_, at) =>
    `# ${title}\n\nHeld on ${day(at)}.\n\n## Decided\n\n${points.map((point, index) => `${index + 1}. ${point}\n`).join('')}\nRead and agreed by all who were there.\n`;

/** One page of text (ISO 32000-1, sections 7.5 and 9.4). */
function pdf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
  const stream = `BT /F1 14 Tf 20 TL 72 740 Td\n${shown}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${text}xref\n0 ${places.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

const certificate: Maker = (_, at) =>
  pdf([
    'Granite Cloud',
    'Certificate of conformity, ISO/IEC 27001:2022',
    '',
    'Scope: operation of data centres and of the platform that runs in them.',
    `Valid from ${day(at)} for three years, as long as it is surveyed each year.`,
    'Statement of Applicability: version 7.',
  ]);

const FILES: Readonly<Record<string, readonly [string, string, Maker]>> = {
  'Review of rights, third quarter': ['review-of-rights-q3.csv', 'text/csv', reviewOfRights],
  'Review of rights, second quarter': ['review-of-rights-q2.csv', 'text/csv', reviewOfRights],
  'Accounts opened and closed, October': ['accounts-october.csv', 'text/csv', accounts],
  'Second factor for all accounts': ['sign-in-policy.json', 'application/json', secondFactor],
  'Rules of the edge, reviewed': ['edge-rules.txt', 'text/plain', edgeRules],
  'Restore test of the file servers': ['restore-test-fs-01.md', 'text/markdown', restoreTest],
  'Weekly scan, week of the report': ['weekly-scan.csv', 'text/csv', weeklyScan],
  'Settings of TLS on public names': ['tls-settings.json', 'application/json', tls],
  'Unused accounts closed': ['unused-accounts.csv', 'text/csv', unused],
  'Minutes of the risk committee': [
    'risk-committee.md',
    'text/markdown',
    minutes('Risk committee', [
      'The ten largest risks stand as reported.',
      'Two risks are accepted until the end of the year: the old crane controller, the shared scanners.',
      'New: a supplier of tracking data without a certificate. Owner: procurement.',
    ]),
  ],
  'Minutes of the board on security': [
    'board-security.md',
    'text/markdown',
    minutes('Board, security', [
      'The quarterly report is taken note of.',
      'The budget for the terminal segment is approved.',
    ]),
  ],
  'Certificate of Granite Cloud': ['granite-cloud-27001.pdf', 'application/pdf', certificate],
};

/** Null where evidence is recorded by reference. */
export function demoFileOf(world: World, title: string, at: number): DemoFile | null {
  const found = FILES[title];
  if (!found) return null;
  const [name, mediaType, make] = found;
  return { name, mediaType, bytes: new TextEncoder().encode(make(world, at)) };
}
