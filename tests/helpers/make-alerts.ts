import type { AlertWithRaw } from '../../src/main/areas/alerts/alert-batch.ts';
import { type NewAlertRow, UNTOUCHED } from '../../src/main/areas/alerts/alert-rows.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { ALERT_STATUSES } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';
import type { Random } from './random.ts';

const START = Date.parse('2026-11-20T08:00:00.000Z');

export function alertRow(patch: Partial<NewAlertRow> = {}): NewAlertRow {
  const createdAt = patch.createdAt ?? START;
  return {
    ...UNTOUCHED,
    id: newUuid(),
    title: 'Failed sign-in',
    description: 'Somebody tried a password',
    severity: 'MEDIUM',
    source: 'Wazuh',
    sourceHost: null,
    sourceUser: null,
    sourceIp: null,
    destIp: null,
    detector: null,
    category: null,
    techniques: [],
    timeBasis: 'recorded',
    importId: null,
    fingerprint: null,
    createdAt,
    receivedAt: createdAt,
    updatedAt: createdAt,
    ...patch,
  };
}

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Alerts that repeat and share what they name, over some hours, in all states. */
export function randomAlert(random: Random): AlertWithRaw {
  const status = random.pick(ALERT_STATUSES);
  const row = alertRow({
    title: `Failed sign-in ${random.below(3)} from 10.0.0.${random.below(4)}`,
    description: random.pick([
      'Nothing more',
      `File ${HASH} was written to C:\\Temp\\${random.below(99)}.exe`,
      'Mail from Mallory@Example.ORG to alice@corp.example',
      `Connection to 2001:db8:0:0:0:0:0:${random.below(3)} and 192.0.2.${random.below(3)}.`,
    ]),
    severity: random.pick(SEVERITIES),
    status,
    resolvedAt: status === 'OPEN' || status === 'IN_PROGRESS' ? null : START,
    source: random.pick(['Wazuh', 'Suricata', 'Sentinel']),
    sourceHost: random.pick([null, 'web-01', 'WEB-01', 'db-02.', '10.1.1.1']),
    sourceUser: random.pick([null, 'alice', 'Alice', 'bob@corp.example']),
    sourceIp: random.pick([null, '192.0.2.1', '192.0.2.2']),
    destIp: random.pick([null, '127.0.0.1', '198.51.100.7']),
    detector: random.pick([null, '5710', '5712']),
    category: random.pick([null, 'auth']),
    techniques: random.pick([[], ['T1110'], ['T1110', 'T1078']]),
    createdAt: START + random.below(6) * 450_000 + random.below(2),
  });
  return { row, raw: null };
}
