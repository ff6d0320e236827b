import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createMemorySink,
  IMPORT_NOW,
  importBytes,
  NO_SHARED_DATA,
  SHARED_DATA,
} from '../../../../../tests/helpers/import-file.ts';
import { previewImport } from './preview.ts';

const read = (path: string) => readFileSync(join(SHARED_DATA, path));
const countBy = <T>(items: readonly T[], key: (item: T) => string) => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
};

// Skipped where ../shared/data is missing: its licences keep the data out of this repository.
describe.skipIf(NO_SHARED_DATA !== false)('real files', () => {
  test('497 Wazuh alerts, IDS alerts among them', async () => {
    const bytes = read('alerts/wazuh-alerts.json');
    const { summary, alerts } = await importBytes(bytes);
    expect(summary).toMatchObject({
      format: 'wazuh',
      read: 497,
      added: 497,
      rejected: 0,
      skipped: 0,
      notes: [],
      unknownFields: [],
    });
    const lines = bytes.toString().trimEnd().split('\n');
    expect(alerts.map((alert) => alert.rawBytes?.toString())).toEqual(lines);
    const source = lines.map((line) => JSON.parse(line));
    for (const [index, alert] of alerts.entries()) {
      const { rule, data, timestamp } = source[index];
      expect(alert.severity).toBe(rule.level >= 7 ? 'MEDIUM' : 'LOW');
      expect(alert.createdAt).toBe(`${timestamp.slice(0, 23)}Z`);
      expect(alert.title.startsWith(rule.description.replace(/\.$/, ''))).toBe(true);
      const address = data?.srcip ?? data?.src_ip;
      if (address !== undefined) expect(alert.sourceIp).toBe(address);
    }
    const ids = alerts.filter((alert) => alert.detector?.startsWith('suricata:'));
    expect(ids.length).toBeGreaterThan(150);
    expect(ids.every((alert) => alert.sourceIp !== null && alert.destIp !== null)).toBe(true);
    expect(alerts.some((alert) => alert.sourceUser === 'violet')).toBe(true);
  });

  test('6 Wazuh alerts with techniques of ATT&CK', async () => {
    const { summary, alerts } = await importBytes(read('alerts/wazuh-autostart.json'));
    expect(summary).toMatchObject({ format: 'wazuh', added: 6, unknownFields: [] });
    expect(alerts.map((alert) => alert.techniques)).toEqual([
      ['T1548.003'],
      ['T1078'],
      [],
      ['T1548.003'],
      ['T1078'],
      [],
    ]);
    expect(alerts[0]).toMatchObject({ sourceHost: 'videoserver', sourceUser: 'webadmin' });
  });

  test('924 lines of fast.log, whose zone a person must say', async () => {
    const bytes = read('alerts/suricata-fast.log');
    const { summary, alerts } = await importBytes(bytes);
    expect(summary).toMatchObject({
      format: 'suricata-fast',
      added: 924,
      rejected: 0,
      notes: ['924 times name no zone: read as UTC.'],
    });
    expect(alerts[0]).toMatchObject({
      title: 'ET SCAN Nikto Web App Scan in Progress',
      createdAt: '2025-09-22T18:30:36.271Z',
      sourceIp: '192.42.1.174',
      destIp: '172.17.100.121',
      detector: 'suricata:1:2002677',
    });
    const lines = bytes.toString().trimEnd().split('\n');
    const expected = countBy(lines, (line) => {
      const priority = /\[Priority: (\d)\]/.exec(line)?.[1];
      return priority === '1' ? 'HIGH' : priority === '2' ? 'MEDIUM' : 'LOW';
    });
    expect(countBy(alerts, (alert) => alert.severity)).toEqual(expected);
    const chosen = await importBytes(bytes, { timeZone: 'Europe/Vienna' });
    expect(chosen.alerts[0]).toMatchObject({
      createdAt: '2025-09-22T16:30:36.271Z',
      timeBasis: 'chosen-zone',
    });
  });

  interface SentinelRow {
    readonly ExtendedProperties: { readonly IncidentId?: string };
    readonly Entities: readonly Readonly<
      Record<'Address' | 'Url' | 'HostName', string | undefined>
    >[];
  }

  /** Of the entities as long as there is room for all of them. */
  function saidBy({ ExtendedProperties, Entities }: SentinelRow, isWhole: boolean): string[] {
    const { IncidentId: incident } = ExtendedProperties;
    const entities = Entities.flatMap(
      ({ Address, Url, HostName }) => Address ?? Url ?? HostName ?? [],
    );
    return [...(incident ? [`Microsoft incident ${incident}`] : []), ...(isWhole ? entities : [])];
  }

  test('[IM17] 94 Sentinel alerts: every row maps, its incident and its entities stay', async () => {
    const bytes = read('incidents/sentinel-alerts.ndjson');
    const { summary, alerts } = await importBytes(bytes);
    expect(summary).toMatchObject({ format: 'sentinel', read: 94, added: 94, notes: [] });
    expect(summary.unknownFields).toEqual([]);
    const source = bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const levels: Record<string, string> = {
      Informational: 'LOW',
      Low: 'LOW',
      Medium: 'MEDIUM',
      High: 'HIGH',
    };
    for (const [index, alert] of alerts.entries()) {
      const row = source[index];
      expect(alert.severity).toBe(levels[row.AlertSeverity]);
      expect(alert.title).toBe(row.AlertName.trim());
      expect(alert.source).toBe(row.ProductName);
      expect(Math.abs(Date.parse(alert.createdAt) - Date.parse(row.StartTime))).toBeLessThan(1);
      for (const said of saidBy(row, alert.description.length < 4_000))
        expect(alert.description).toContain(said);
      for (const id of row.Techniques ? JSON.parse(row.Techniques) : []) {
        expect(alert.techniques).toContain(id);
      }
    }
    const truth = read('incidents/incident-of-alert.csv').toString().trim().split('\n').slice(1);
    const ids = new Set(source.map((row) => row.SystemAlertId));
    expect(truth.every((line) => ids.has(line.split(',')[0]))).toBe(true);
    expect(alerts.filter((alert) => alert.sourceHost !== null).length).toBeGreaterThan(80);
  });

  test('46 thousand rows of packed CSV, by the mapping that is proposed, twice', async () => {
    const bytes = read('ait/russellmitchell.csv.gz');
    const options = { fileName: 'rm', isWhole: false, now: IMPORT_NOW };
    const found = await previewImport(bytes.subarray(0, 20_000), options);
    expect(found).toMatchObject({ format: 'csv', compressed: true });
    const sink = createMemorySink();
    const mapping = found.mapping ?? undefined;
    const first = await importBytes(bytes, { mapping, sink });
    expect(first.summary.read).toBeGreaterThan(40_000);
    expect(first.summary).toMatchObject({ rejected: 0, merged: 0, skipped: 0, notes: [] });
    const again = await importBytes(bytes, { mapping, sink });
    expect(again.summary).toMatchObject({ added: 0, merged: first.summary.read });
  });
});
