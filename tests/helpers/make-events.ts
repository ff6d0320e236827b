/** Events as readers give them, with what hostile evidence has in it. */
import {
  EVENT_KINDS,
  type EvidenceEvent,
} from '../../src/shared/areas/forensics/events/event.types.ts';
import type { Random } from './random.ts';

const WORDS = [
  ...['powershell', 'PowerShell.exe', 'cmd', 'net', 'user', 'ADMIN', 'svc_backup', 'x', 'Straße'],
  ...['ΟΔΟΣ', 'Ünïcode', 'файл', '日本語', 'é', 'K', '10.0.0.5', '10.0.0.55', 'fe80::1', '-enc'],
];
const JOINTS = [' ', '\\', '/', '.', ':', '-', '  ', '" ', "'", ' OR ', '*', '\n', '\t', '^', '()'];
const ODD = [
  ...[
    '',
    ' ',
    '\u0000',
    '\u0001["a"]',
    '\u0002"x"',
    '\ud800',
    'a\udc00b',
    '\u202Efdp.exe',
    '"',
    '""',
  ],
  ...['NEAR(', 'a AND', '%', '_', '; DROP TABLE sources', 'A'.repeat(70), `${'b'.repeat(65)} c`],
];
const NAMES = [
  'Image',
  'image',
  'CommandLine',
  'User',
  '__proto__',
  'constructor',
  'A b',
  'Тип',
  '',
];
const HOSTS = ['WS-01', 'ws-01', 'DC.corp.example', 'wéb'];

export function makeText(random: Random): string {
  if (random.chance(8)) return random.pick(ODD);
  let text = random.pick(WORDS);
  for (let more = random.below(4); more > 0; more--)
    text += random.pick(JOINTS) + random.pick(WORDS);
  return text;
}

export function makeEvent(random: Random, place: number): EvidenceEvent {
  const fields = Object.create(null) as Record<string, string | string[]>;
  for (let left = random.below(5); left > 0; left--) {
    const value = random.chance(15)
      ? Array.from({ length: random.below(3) }, () => makeText(random))
      : makeText(random);
    fields[random.pick(NAMES)] = value;
  }
  const some = (texts: readonly string[]) => (random.chance(80) ? random.pick(texts) : null);
  return {
    timeMs: random.chance(90) ? 1_700_000_000_000 + random.below(50) * 1_000 : null,
    timeNanos: random.chance(30) ? random.below(1_000_000) : 0,
    kind: random.pick(EVENT_KINDS),
    host: some(HOSTS),
    user: some(['alice', 'Bob', 'SYSTEM']),
    provider: some(['Security', 'sysmon']),
    code: some(['1', '4688', 'x']),
    summary: makeText(random),
    fields,
    offset: random.chance(80) ? place * 100 : null,
    record: random.chance(70) ? String(place) : some(['007', 'a-1']),
  };
}
