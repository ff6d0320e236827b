import { describe, expect, test } from 'vitest';
import type { TimedEvent } from '../process-tree/event-fields.ts';
import { drawLogons, growLogonGraph } from './build-graph.ts';
import { logonFacts } from './logon-facts.ts';

const T0 = Date.parse('2026-11-20T12:00:00.000Z');
let ids = 0;
function event(
  code: string,
  fields: Record<string, string>,
  more: Partial<TimedEvent> = {},
): TimedEvent {
  const at = T0 + ids * 1_000;
  return {
    ...{ id: ++ids, sourceId: 's1', timeMs: at, timeNanos: 0, alignedMs: at, alignedNanos: 7 },
    ...{ kind: 'logon', host: 'DC-01.corp.example', user: null, code, summary: '', fields },
    ...{ provider: 'Microsoft-Windows-Security-Auditing', offset: null, record: null },
    ...more,
  };
}
function graphOf(events: readonly TimedEvent[], limit?: number) {
  const growing = growLogonGraph();
  for (const one of events) {
    const facts = logonFacts(one);
    if (facts) growing.add(facts);
  }
  return growing.done(limit);
}
const ann = { TargetUserName: 'ann', TargetDomainName: 'CORP' };

describe('[TL6] logons are counted by account, source, target and type', () => {
  test('successes, failures, first and last; privileges and logoffs by their session', () => {
    const { rows, summary } = graphOf([
      event('4672', { SubjectUserName: 'ann', SubjectDomainName: 'CORP', SubjectLogonId: '0x1' }),
      event('4624', { ...ann, LogonType: '10', IpAddress: '203.0.113.9', TargetLogonId: '0x1' }),
      event('4625', { ...ann, LogonType: '10', IpAddress: '203.0.113.9', TargetLogonId: '0x0' }),
      event('4624', {
        ...ann,
        LogonType: '10',
        IpAddress: '::ffff:203.0.113.9',
        TargetLogonId: '0x2',
      }),
      event('4634', { ...ann, TargetLogonId: '0x1' }),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ account: 'CORP\\ann', source: '203.0.113.9', target: 'dc-01.corp.example' },
      ...{
        logonType: '10 remote interactive',
        successes: 2,
        failures: 1,
        privileged: 1,
        logoffs: 1,
      },
      ...{
        first: { ms: T0 + 1_000, nanos: 7 },
        last: { ms: T0 + 3_000, nanos: 7 },
        isSystem: false,
      },
    });
    expect(summary).toMatchObject({ events: 5, accounts: 1, failures: 1, leftOut: 0 });
  });

  test('explicit credentials go from the host where they were used to the one that was named', () => {
    const { rows } = graphOf([
      event('4648', { SubjectUserName: 'bo', ...ann, TargetServerName: 'FS-01' }),
      event('4648', { SubjectUserName: 'bo', ...ann, TargetServerName: 'localhost' }),
    ]);
    expect(rows.map(({ source, target }) => [source, target])).toEqual([
      ['dc-01.corp.example', 'dc-01.corp.example'],
      ['dc-01.corp.example', 'fs-01'],
    ]);
  });

  test('lines of sshd, with invalid users; a name with blanks and "from" in it is one name', () => {
    const line = (summary: string) =>
      event('', {}, { provider: 'sshd', host: 'web', summary, kind: 'log' });
    const { rows } = graphOf([
      line('Accepted publickey for deploy from 198.51.100.7 port 50022 ssh2: ED25519 x'),
      line('Failed password for invalid user root from 10.0.0.1 from 198.51.100.8 port 1 ssh2'),
      line('Connection closed by 198.51.100.7 port 5'),
    ]);
    expect(
      rows.map(({ account, source, logonType, failures }) => [
        account,
        source,
        logonType,
        failures,
      ]),
    ).toEqual([
      ['deploy', '198.51.100.7', 'ssh publickey', 0],
      ['root from 10.0.0.1', '198.51.100.8', 'ssh password', 1],
    ]);
  });

  test('services, machines and the system are marked; a local logon says so', () => {
    const { rows } = graphOf([
      event('4624', { TargetUserName: 'SYSTEM', TargetDomainName: 'NT AUTHORITY', LogonType: '5' }),
      event('4624', {
        TargetUserName: 'DC-01$',
        TargetDomainName: 'CORP',
        LogonType: '3',
        IpAddress: '::1',
      }),
      event('4624', { ...ann, LogonType: '2', IpAddress: '127.0.0.1', WorkstationName: 'DC-01' }),
    ]);
    expect(rows.filter(({ isSystem }) => isSystem)).toHaveLength(2);
    expect(rows.every(({ source }) => source === 'local')).toBe(true);
  });

  test('what is over the limit is counted, in the graph and in its drawing', () => {
    const events = Array.from({ length: 300 }, (_, n) =>
      event('4624', { TargetUserName: `u${n}`, LogonType: '3', IpAddress: `203.0.113.${n % 5}` }),
    );
    const graph = graphOf(events, 100);
    expect(graph.rows).toHaveLength(100);
    expect(graph.summary).toMatchObject({ accounts: 300, leftOut: 200 });
    const drawn = drawLogons(graph.rows, 10);
    expect(drawn.columns.account).toHaveLength(10);
    expect(drawn.hidden).toBe(90);
    expect(drawn.edges.every(({ from, to }) => from.column !== to.column)).toBe(true);
  });
});
