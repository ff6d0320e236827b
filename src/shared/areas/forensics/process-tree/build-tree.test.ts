import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../../tests/helpers/cpu-time.ts';
import { buildProcessTree } from './build-tree.ts';
import type { TimedEvent } from './event-fields.ts';
import { type ProcessFacts, processFacts } from './process-facts.ts';
import type { ProcessTree } from './process-tree.types.ts';

const T0 = Date.parse('2026-11-20T12:00:00.000Z');
let ids = 0;

function event(more: Partial<TimedEvent> & { seconds?: number }): TimedEvent {
  const { seconds = 0, ...rest } = more;
  const at = T0 + seconds * 1_000;
  return {
    ...{ id: ++ids, sourceId: 's1', timeMs: at, timeNanos: 0, alignedMs: at, alignedNanos: 0 },
    ...{ kind: 'process', host: 'WS-01', user: null, provider: null, code: null, summary: '' },
    ...{ fields: {}, offset: null, record: null },
    ...rest,
  };
}

const SYSMON = 'Microsoft-Windows-Sysmon';
const guid = (n: number) => `{0000000A-0000-0000-0000-${String(n).padStart(12, '0')}}`;
const sysmon = (
  seconds: number,
  [n, pid, image]: [number, number, string],
  [parent, ppid, parentImage]: [number, number, string],
) =>
  event({
    ...{ seconds, provider: SYSMON, code: '1' },
    fields: {
      ...{ ProcessGuid: guid(n), ProcessId: String(pid), Image: `C:\\x\\${image}` },
      ...{ CommandLine: `${image} -x`, User: 'CORP\\ann' },
      ...{ ParentProcessGuid: guid(parent), ParentProcessId: String(ppid) },
      ParentImage: `C:\\x\\${parentImage}`,
    },
  });
const security = (
  seconds: number,
  pid: number,
  image: string,
  ppid: number,
  parentImage?: string,
) =>
  event({
    ...{ seconds, provider: 'Microsoft-Windows-Security-Auditing', code: '4688' },
    fields: {
      ...{ NewProcessId: `0x${pid.toString(16)}`, NewProcessName: `C:\\x\\${image}` },
      ...{ ProcessId: `0x${ppid.toString(16)}`, SubjectUserName: 'ann', SubjectDomainName: 'CORP' },
      ...(parentImage === undefined ? {} : { ParentProcessName: `C:\\x\\${parentImage}` }),
    },
  });
const exit = (seconds: number, pid: number, image: string) =>
  event({
    ...{ seconds, provider: 'Microsoft-Windows-Security-Auditing', code: '4689' },
    fields: { ProcessId: `0x${pid.toString(16)}`, ProcessName: `C:\\x\\${image}`, Status: '0x0' },
  });

const treeOf = (events: readonly TimedEvent[], limit?: number): ProcessTree =>
  buildProcessTree(
    events.map(processFacts).filter((facts): facts is ProcessFacts => facts !== null),
    limit,
  );
const shape = ({ nodes }: ProcessTree) =>
  nodes.map(
    ({ depth, image, isSeen }) =>
      `${'.'.repeat(depth)}${isSeen ? '' : '?'}${image?.split('\\').at(-1)}`,
  );

describe('[TL4] a process stands under the one that started it', () => {
  test('by GUID, whatever the numbers say and in whatever order the events come', () => {
    const events = [
      sysmon(20, [3, 30, 'c.exe'], [2, 20, 'b.exe']),
      sysmon(10, [2, 20, 'b.exe'], [1, 10, 'a.exe']),
      sysmon(0, [1, 10, 'a.exe'], [9, 4, 'init.exe']),
      sysmon(30, [4, 20, 'd.exe'], [1, 10, 'a.exe']),
    ];
    const tree = treeOf(events);
    expect(shape(tree)).toEqual(['?init.exe', '.a.exe', '..b.exe', '...c.exe', '..d.exe']);
    expect(shape(treeOf(events.toReversed()))).toEqual(shape(tree));
    expect(tree.nodes.map(({ below }) => below)).toEqual([4, 3, 1, 0, 0]);
    expect(tree.nodes[1]).toMatchObject({ by: 'guid', note: 'parent-unseen', user: 'CORP\\ann' });
    expect(tree.summary).toMatchObject({ processes: 4, unseen: 1, roots: 1, reused: 1 });
  });

  test('by number and time where there is no GUID; a number given again is another process', () => {
    const tree = treeOf([
      security(0, 100, 'a.exe', 4, 'system'),
      security(1, 200, 'b.exe', 100, 'a.exe'),
      exit(5, 100, 'a.exe'),
      security(10, 100, 'other.exe', 4, 'system'),
      security(11, 300, 'c.exe', 100, 'other.exe'),
      // Names the program that had the number before.
      security(12, 400, 'late.exe', 100, 'a.exe'),
    ]);
    expect(shape(tree)).toEqual([
      '?system',
      '.a.exe',
      '..b.exe',
      '.other.exe',
      '..c.exe',
      '?a.exe',
      '.late.exe',
    ]);
    const late = tree.nodes.find(({ image }) => image?.endsWith('late.exe'));
    expect(late?.note).toBe('number-reused');
    const a = tree.nodes.find(({ image, isSeen }) => isSeen && image?.endsWith('\\a.exe'));
    expect(a).toMatchObject({ ended: { ms: T0 + 5_000, nanos: 0 }, exit: '0x0' });
  });

  test('the same start in Sysmon and Security is one process, with what either knows', () => {
    const tree = treeOf([
      sysmon(0, [1, 10, 'a.exe'], [9, 4, 'init.exe']),
      { ...security(0, 10, 'a.exe', 4, 'init.exe'), alignedMs: T0 + 12 },
      security(1, 20, 'b.exe', 10, 'a.exe'),
    ]);
    expect(shape(tree)).toEqual(['?init.exe', '.a.exe', '..b.exe']);
    expect(tree.summary.processes).toBe(2);
  });

  test('auditd: by ppid; an exec keeps its number and ends what was before', () => {
    const audit = (seconds: number, pid: number, ppid: number, exe: string) =>
      event({
        ...{ seconds, host: 'web', provider: 'auditd', code: 'SYSCALL' },
        fields: {
          syscall: '59',
          pid: String(pid),
          ppid: String(ppid),
          exe,
          argc: '2',
          a0: exe,
          a1: '-c',
        },
      });
    const tree = treeOf([
      audit(0, 50, 1, '/bin/sh'),
      audit(1, 60, 50, '/bin/id'),
      audit(2, 60, 50, '/bin/ls'),
    ]);
    expect(tree.nodes.map(({ depth, image }) => [depth, image])).toEqual([
      [0, null],
      [1, '/bin/sh'],
      [2, '/bin/id'],
      [2, '/bin/ls'],
    ]);
    expect(tree.nodes[2]?.ended).toEqual({ ms: T0 + 2_000, nanos: 0 });
    expect(tree.nodes[1]?.commandLine).toBe('/bin/sh -c');
  });

  test('hosts do not mix, and lone ends are counted', () => {
    const other = { ...security(1, 200, 'b.exe', 100, 'a.exe'), host: 'WS-02' };
    const tree = treeOf([security(0, 100, 'a.exe', 4), other, exit(3, 999, 'x.exe')]);
    expect(tree.summary).toMatchObject({ hosts: 2, roots: 2, loneEnds: 1 });
  });

  test('events that name a circle leave it open and say so', () => {
    const tree = treeOf([
      sysmon(0, [1, 10, 'a.exe'], [2, 20, 'b.exe']),
      sysmon(1, [2, 20, 'b.exe'], [1, 10, 'a.exe']),
      sysmon(2, [3, 30, 'self.exe'], [3, 30, 'self.exe']),
    ]);
    expect(tree.summary.contradictions).toBe(1);
    expect(tree.nodes).toHaveLength(tree.summary.processes + tree.summary.unseen);
    expect(tree.nodes.some(({ note }) => note === 'contradiction')).toBe(true);
  });
});

describe('[TL5] a tree is bounded', () => {
  test('100,000 processes, a chain among them, are built without recursion; more are counted', () => {
    const events = Array.from({ length: 100_050 }, (_, n) =>
      sysmon(n, [n + 1, n + 8, `p${n % 50}.exe`], [n, n + 7, `p${(n - 1) % 50}.exe`]),
    );
    const spent = cpuClock();
    const tree = treeOf(events);
    expect(spent()).toBeLessThan(20_000);
    expect(tree.summary).toMatchObject({ processes: 100_000, leftOut: 50 });
    expect(tree.nodes.at(-1)?.depth).toBe(100_000);
    expect(tree.nodes[0]?.below).toBe(100_000);
  });

  test('long command lines are cut', () => {
    const facts = processFacts({
      ...sysmon(0, [1, 1, 'a'], [2, 2, 'b']),
      fields: { ProcessId: '1', CommandLine: 'x'.repeat(100_000) },
    });
    expect(facts?.commandLine?.length).toBe(4_097);
  });
});
