import { describe, expect, test } from 'vitest';
import { detectFormat } from './detect.ts';

const detect = (text: string, isWhole = true) => detectFormat(Buffer.from(text), isWhole);
const eve = (n: number) => `{"event_type":"alert","timestamp":"t","alert":{"signature_id":${n}}}`;
const wazuh = '{"rule":{"level":1,"description":"d","id":"1"},"agent":{"name":"a"}}';

describe('the format of a file', () => {
  test.each([
    ['suricata-eve', 'lines', `${eve(1)}\n${eve(2)}\n`],
    ['suricata-eve', 'lines', `{"event_type":"stats","stats":{}}\n${eve(2)}\nbroken\n`],
    ['suricata-eve', 'json', `[${eve(1)},${eve(2)}]`],
    ['suricata-eve', 'json', JSON.stringify(JSON.parse(eve(1)), null, 2)],
    ['suricata-eve', 'json', `{"alerts":[${eve(1)}]}`],
    ['suricata-eve', 'json', `{"hits":{"hits":[${eve(1)}]}}\n{"hits":{"hits":[${eve(2)}]}}\n`],
    ['wazuh', 'lines', `${wazuh}\n`],
    ['wazuh', 'lines', `{"_index":"w","_source":${wazuh}}\n`],
    ['ocsf', 'lines', '{"class_uid":2004,"metadata":{},"time":1}\n'],
    ['elastic-ecs', 'lines', '{"@timestamp":"t","ecs.version":"8"}\n'],
    ['elastic-ecs', 'lines', '{"@timestamp":"t","event":{"kind":"alert"}}\n'],
    ['watchfloor', 'lines', '{"watchfloor":1,"alert":{}}\n'],
    ['json', 'lines', '{"a":1}\n{"a":2}\n'],
    ['json', 'json', '[{"a":1}]'],
    ['json', 'lines', `${eve(1)}\n${wazuh}\n`],
    ['json', 'lines', '{"x":1,"data":[1]}\n'],
    [
      'suricata-fast',
      'lines',
      '01/01/2026-00:00:00.0  [**] [1:1:1] m [**] [Priority: 1] {TCP} 1.1.1.1:1 -> 1.1.1.2:2\n',
    ],
    ['csv', 'csv', 'time,name\n1,x\n2,y\n'],
    ['csv', 'csv', 'time;name;host\n1;x, y;z\n'],
    ['csv', 'csv', 'time\tname\n1\tx\n'],
    ['csv', 'csv', '"na,me"|"b"\n1|2\n'],
  ])('%s in %s', (format, layout, text) => {
    const found = detect(text);
    expect(found.format).toBe(format);
    expect(found.layout.type).toBe(layout);
    expect(found.reason.length).toBeGreaterThan(20);
  });

  test('says why', () => {
    expect(detect(`${eve(1)}\n${eve(2)}\n`).reason).toBe(
      'every record has event_type and an alert object with signature_id',
    );
    expect(detect(`${eve(1)}\n${eve(2)}\n${wazuh}\n`).reason).toBe(
      '2 of 3 records have event_type and an alert object with signature_id',
    );
    expect(detect(`${eve(1)}\n${wazuh}\n`).reason).toContain('several formats');
    expect(detect('a;b\n1;2\n').reason).toBe('a table of 2 columns, separated by semicolons');
  });

  test.each([
    ['prose', 'Dear colleague\nplease find attached nothing at all\n'],
    ['syslog', 'Sep 22 18:58:45 host sudo: a\nSep 22 18:58:46 host sshd[1]: b, c\n'],
    ['numbers', '1,2,3\n4,5,6\n'],
  ])('%s is none, with what to do', (_name, text) => {
    const found = detect(text);
    expect(found.format).toBeNull();
    expect(found.reason).toContain('Export the alerts as JSON, NDJSON or CSV');
  });

  test('a blank file is called blank', () => {
    expect(detect('\n \r\n').reason).toBe('The file is blank.');
  });

  test('a record cut off by the end of the head does not count against it', () => {
    const text = `${eve(1)}\n${eve(2).slice(0, 20)}`;
    expect(detect(text, false).reason).toMatch(/^every record/);
    expect(detect(`[${eve(1)},${eve(2).slice(0, 20)}`, false).format).toBe('suricata-eve');
    expect(detect('a,b\n1,2\n3,"4\n5', false).format).toBe('csv');
  });

  test('a record with a list of its own under a common name stays whole', () => {
    const record = `{"event_type":"alert","alert":{"signature_id":1},"data":[{"x":1}]}`;
    expect(detect(`${record}\n`).layout.type).toBe('lines');
  });
});
