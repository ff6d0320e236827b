import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  IMPORT_FIXTURES,
  type Imported,
  type ImportOptions,
  importBytes,
  readFixture,
} from '../../../../../../tests/helpers/import-file.ts';

/**
 * Each fixture with all that an import makes of it. `UPDATE_GOLDEN=1` writes the golden files anew;
 * read the difference before you commit it.
 */
const CASES: readonly (readonly [file: string, format: string, options: ImportOptions])[] = [
  ['suricata-eve.json', 'suricata-eve', {}],
  ['suricata-fast.log', 'suricata-fast', { timeZone: 'Europe/Vienna' }],
  ['wazuh.json', 'wazuh', {}],
  ['elastic-ecs.ndjson', 'elastic-ecs', {}],
  ['ocsf.ndjson', 'ocsf', {}],
  ['watchfloor.ndjson', 'watchfloor', {}],
  ['wrapped.json', 'wazuh', {}],
  ['ocsf-findings.ndjson', 'ocsf', {}],
  ['sentinel.ndjson', 'sentinel', {}],
  ['cef.log', 'cef', {}],
  ['leef.log', 'leef', {}],
  ['syslog.log', 'syslog', { timeZone: 'Europe/Vienna' }],
  ['zeek-notice.log', 'zeek', {}],
  ['zeek.json', 'zeek', {}],
  ['hayabusa.csv', 'hayabusa', {}],
  ['hayabusa.jsonl', 'hayabusa', {}],
  ['chainsaw.json', 'chainsaw', {}],
  ['chainsaw.csv', 'chainsaw', {}],
  ['timesketch.jsonl', 'timesketch', {}],
  ['timesketch.csv', 'timesketch', {}],
  ['thehive.json', 'thehive', {}],
  ['dfir-iris.json', 'dfir-iris', {}],
  [
    'generic-array.json',
    'json',
    {
      timeZone: 'America/New_York',
      mapping: {
        fields: {
          title: 'name',
          severity: 'level',
          time: 'when',
          detector: 'id',
          sourceUser: 'who.user',
          sourceIp: 'who.ip',
          techniques: 'tags',
          description: 'extra',
        },
        severities: { '7': 'CRITICAL' },
        defaultSeverity: 'LOW',
        defaultSource: 'Acme',
      },
    },
  ],
  [
    'table.csv',
    'csv',
    {
      mapping: {
        fields: {
          title: 'Meldung',
          severity: 'Stufe',
          time: 'Zeit',
          sourceHost: 'Rechner',
          sourceIp: 'Quelle-IP',
        },
        severities: { hoch: 'HIGH', niedrig: 'LOW', kritisch: 'CRITICAL' },
        defaultSeverity: 'MEDIUM',
        defaultSource: 'Import',
      },
    },
  ],
];

function goldenOf({ summary, alerts, rejected }: Imported): unknown {
  return {
    summary,
    rejected,
    alerts: alerts.map(({ raw, rawBytes, fingerprint, own, ...alert }) => ({
      ...alert,
      rawBegins: rawBytes?.toString('utf8', 0, 60) ?? null,
      rawSize: rawBytes?.length ?? null,
      fingerprint: Buffer.from(fingerprint).toString('hex'),
      own: own && { ...own, raw: own.raw?.format ?? null, fingerprint: null },
    })),
  };
}

describe('[IM18] what an import makes of each format', () => {
  test.each(CASES)('%s is read as %s', async (file, format, options) => {
    const bytes = readFixture(file);
    const imported = await importBytes(bytes, options);
    const golden = goldenOf(imported);
    const path = join(IMPORT_FIXTURES, `${file}.golden.json`);
    if (process.env.UPDATE_GOLDEN || !existsSync(path)) {
      writeFileSync(path, `${JSON.stringify(golden, null, 2)}\n`);
    }
    expect(imported.summary.format).toBe(format);
    expect(JSON.parse(JSON.stringify(golden))).toEqual(JSON.parse(readFileSync(path, 'utf8')));
  });

  test.each(CASES)(
    '%s gives the same when it comes in pieces of 7 bytes',
    async (file, _format, options) => {
      const bytes = readFixture(file);
      const whole = await importBytes(bytes, options);
      const pieces = await importBytes(bytes, { ...options, chunkBytes: 7 });
      expect(goldenOf(pieces)).toEqual(goldenOf(whole));
    },
  );

  test.each(CASES)('%s: every record is counted once', async (file, _format, options) => {
    const { summary, alerts, rejected } = await importBytes(readFixture(file), options);
    const { read, added, merged, skipped } = summary;
    expect(read).toBe(added + merged + skipped + summary.rejected);
    expect(alerts).toHaveLength(added);
    expect(rejected).toHaveLength(summary.rejected);
    expect(read).toBeGreaterThan(1);
  });
});
