import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { loadSigmaPorts } from '../../src/main/areas/forensics/sigma-ports.ts';
import type { FlatEvent } from '../../src/shared/areas/forensics/sigma/sigma.types.ts';
import { compileSigma } from '../../src/shared/areas/forensics/sigma/sigma-set.ts';
import { compileText, readDocuments } from './sigma-reading.ts';

const SYSMON = 'Microsoft-Windows-Sysmon/Operational';

/** Titles of the rules that look at an event, of one rule a log source, each with a field that is there. */
async function lookingAt(event: FlatEvent): Promise<readonly string[]> {
  const set = await compileText(SOURCES.map(anyRule).join('---\n'));
  return set.match(event).map(({ info }) => info.title);
}

const SOURCES = [
  'product: windows',
  'product: windows, category: process_creation',
  'category: process_creation',
  'product: windows, service: security',
  'product: windows, service: sysmon',
  'product: windows, service: powershell',
  'product: windows, category: registry_add',
  'product: windows, category: registry_delete',
  'product: windows, category: registry_event',
  'product: windows, category: registry_set',
  'category: antivirus',
  'product: linux, category: process_creation',
  'product: windows, service: sysmon, category: process_creation',
  'product: linux, service: auditd',
] as const;

function anyRule(source: string): string {
  return `title: '${source}'\nlogsource: { ${source} }\ndetection:\n  a:\n    EventID|exists: true\n  condition: a\n`;
}

test.each([
  [{ Channel: SYSMON, EventID: '1' }, [0, 1, 2, 4, 12]],
  [{ Channel: 'Security', EventID: '4688' }, [0, 1, 2, 3]],
  [{ Channel: 'Security', EventID: '4624' }, [0, 3]],
  [{ Channel: 'SECURITY', EventID: '4657' }, [0, 3, 8, 9]],
  [{ Channel: 'PowerShellCore/Operational', EventID: '4104' }, [0, 5]],
  [{ Channel: SYSMON, EventID: '12', EventType: 'CreateKey' }, [0, 4, 6, 8]],
  [{ Channel: SYSMON, EventID: '12', EventType: 'DeleteValue' }, [0, 4, 7, 8]],
  [{ Channel: SYSMON, EventID: '13', EventType: 'SetValue' }, [0, 4, 8, 9]],
  [{ Channel: 'Microsoft-Windows-Windows Defender/Operational', EventID: '1116' }, [0, 10]],
  [{ Channel: 'Linux-Sysmon/Operational', EventID: '1' }, [2, 11]],
  [{ Provider_Name: 'Microsoft-Windows-Sysmon', EventID: '1' }, [0, 1, 2, 4, 12]],
  [{ Channel: 'Unknown/Channel', EventID: '1' }, [0]],
  [{ EventID: '1' }, []],
])('[SG16] %o', async (event, expected) => {
  expect(await lookingAt(event)).toEqual(expected.map((at) => SOURCES[at]));
});

test('[SG16] what the importer declares decides where no channel does', async () => {
  const set = await compileText(SOURCES.map(anyRule).join('---\n'));
  const titles = (declared: object) =>
    set.match({ EventID: '1' }, declared).map(({ info }) => info.title);
  expect(titles({ product: 'linux', service: 'auditd' })).toEqual([
    'product: linux, service: auditd',
  ]);
  expect(titles({ product: 'Linux', category: 'process_creation' })).toEqual([
    'category: process_creation',
    'product: linux, category: process_creation',
  ]);
  const event = { EventID: '1', Channel: SYSMON };
  expect(set.match(event, { product: 'windows' })).toHaveLength(5);
  // A service of Windows is a channel, and the event's own channel counts before it.
  const audited = { product: 'windows', service: 'security' };
  expect(set.match({ EventID: '4688' }, audited)).toHaveLength(4);
  expect(set.match(event, audited)).toHaveLength(5);
});

test('[SG29] documents are plain data, read in one thread and compiled in another', async () => {
  const documents = await readDocuments(SOURCES.map(anyRule).join('---\n'));
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.once('message', (documents) => parentPort.postMessage(documents));`,
    { eval: true },
  );
  worker.postMessage(documents);
  const [copy] = await once(worker, 'message');
  await worker.terminate();
  const set = compileSigma(copy, await loadSigmaPorts());
  expect(JSON.parse(JSON.stringify(copy))).toEqual(documents);
  expect(set.match({ Channel: SYSMON, EventID: '1' })).toHaveLength(5);
});

function windowsRule(category: string, detection: string): string {
  return `title: x\nlogsource:\n  product: windows\n  ${category}\ndetection:\n  a:\n${detection}\n  condition: a\n`;
}

describe('[SG17] fields of a category', () => {
  test('4688 is read as Sysmon names it, and as it is by rules of its channel', async () => {
    const event = {
      Channel: 'Security',
      EventID: '4688',
      NewProcessName: 'C:\\x\\new.exe',
      NewProcessId: '0x2',
      ProcessId: '0x1',
      ParentProcessName: 'C:\\x\\old.exe',
      SubjectUserName: 'ann',
      SubjectDomainName: 'CORP',
      MandatoryLabel: 'S-1-16-12288',
    };
    const lines = [
      "    Image|endswith: '\\new.exe'",
      "    ParentImage|endswith: '\\old.exe'",
      '    ProcessId: 2',
      '    ParentProcessId: 1',
      "    User: 'corp\\ann'",
      '    IntegrityLevel: high',
      '    CommandLine|exists: false',
    ];
    const mapped = await compileText(windowsRule('category: process_creation', lines.join('\n')));
    const [hit] = mapped.match(event);
    expect(hit?.matched).toContainEqual({ field: 'Image', value: 'C:\\x\\new.exe' });
    const own = await compileText(
      windowsRule('service: security', '    ProcessId: 1\n    Image|exists: false'),
    );
    expect(own.match(event)).toHaveLength(1);
  });

  test('4657 and Defender', async () => {
    const registry = await compileText(
      windowsRule(
        'category: registry_set',
        "    TargetObject: 'HKLM\\SOFTWARE\\Run\\evil'\n    Details: 'x.exe'\n    Image: 'C:\\reg.exe'",
      ),
    );
    const event = {
      Channel: 'Security',
      EventID: '4657',
      ObjectName: '\\REGISTRY\\MACHINE\\SOFTWARE\\Run',
      ObjectValueName: 'evil',
      NewValue: 'x.exe',
      ProcessName: 'C:\\reg.exe',
    };
    expect(registry.match(event)).toHaveLength(1);
    const virus = await compileText(
      'title: x\nlogsource:\n  category: antivirus\ndetection:\n  a:\n    Signature|contains: eicar\n    Filename|endswith: .com\n  condition: a\n',
    );
    const found = {
      Channel: 'Microsoft-Windows-Windows Defender/Operational',
      EventID: '1116',
      'Threat Name': 'Virus:DOS/EICAR_Test_File',
      Path: 'file:_C:\\eicar.com',
    };
    expect(virus.match(found)).toHaveLength(1);
    expect(virus.match({ ...found, EventID: '1000' })).toEqual([]);
  });
});

test('[SG19] a hit names rule, version, hash and what matched', async () => {
  const text = `title: A title
id: 929a690e-bef0-4204-a928-ef5e620d6fcc
date: 2024-01-02
modified: 2025-03-04
level: High
tags:
  - attack.t1059
logsource:
  product: test
detection:
  a:
    'Some Field|contains|all':
      - one
      - two
    Other:
      - x
      - y
  b:
    - word
  c:
    Gone: z
  condition: a and (b or c) and not c
`;
  const set = await compileText(text);
  const event = { SomeField: ['a two', 'ONE'], Other: 'Y', Note: 'a WORD', Spare: 'q' };
  const [hit, ...more] = set.match(event, { product: 'test' });
  expect(more).toEqual([]);
  expect(hit?.info).toMatchObject({
    id: '929a690e-bef0-4204-a928-ef5e620d6fcc',
    title: 'A title',
    version: '2025-03-04',
    level: 'high',
    hash: createHash('sha256').update(text).digest('hex'),
  });
  expect(hit?.matched).toEqual([
    { field: 'SomeField', value: 'ONE' },
    { field: 'SomeField', value: 'a two' },
    { field: 'Other', value: 'Y' },
    { field: 'Note', value: 'a WORD' },
  ]);
});

test('[SG20] lines say where the events of a rule come from', async () => {
  const set = await compileText(SOURCES.map(anyRule).join('---\n'));
  const lines = Object.fromEntries(
    set.lines.map(({ info, reach, source }) => [info.title, { reach, source }]),
  );
  expect(lines['product: windows, service: security']).toEqual({
    reach: 'channels',
    source: 'security',
  });
  expect(lines['product: windows, category: process_creation']?.source).toBe(
    'microsoft-windows-sysmon/operational (1); security (4688)',
  );
  expect(lines['product: linux, service: auditd']).toEqual({
    reach: 'declared',
    source: 'events imported as linux/auditd',
  });
});
