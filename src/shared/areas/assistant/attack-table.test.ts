import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareAttack } from './attack-table.compare.ts';
import { parseAttackFile, toCompactAttack } from './attack-table.parse.ts';
import { AttackFileError } from './attack-table.parts.ts';
import { createAttackTable } from './attack-table.ts';

const FOLDER = join(import.meta.dirname, '../../../../resources/attack');
const SHIPPED = parseAttackFile(readFileSync(join(FOLDER, 'enterprise.json'), 'utf8'));

const reference = (id: string, source = 'mitre-attack') => ({
  external_references: [{ source_name: source, external_id: id }],
});
const technique = (n: number, id: string, phases: string[], more: object = {}) => ({
  ...{
    type: 'attack-pattern',
    id: `attack-pattern--${n}`,
    name: `Name of ${id}`,
    ...reference(id),
  },
  kill_chain_phases: phases.map((phase_name) => ({ kill_chain_name: 'mitre-attack', phase_name })),
  ...more,
});
const tactic = (n: number, id: string, name: string) => ({
  ...{ type: 'x-mitre-tactic', id: `x-mitre-tactic--${n}`, name, ...reference(id) },
  x_mitre_shortname: name.toLowerCase().replaceAll(' ', '-'),
});
const mitigates = (from: number, to: number, more: object = {}) => ({
  ...{ type: 'relationship', relationship_type: 'mitigates', ...more },
  ...{ source_ref: `course-of-action--${from}`, target_ref: `attack-pattern--${to}` },
});
const OBJECTS = [
  { type: 'x-mitre-collection', x_mitre_version: '17.1' },
  { type: 'x-mitre-matrix', tactic_refs: ['x-mitre-tactic--2', 'x-mitre-tactic--1'] },
  tactic(1, 'TA0040', 'Impact'),
  tactic(2, 'TA0008', 'Lateral Movement'),
  technique(1, 'T9001', ['lateral-movement', 'impact', 'lateral-movement', 'of-nowhere']),
  technique(2, 'T9001.002', ['impact']),
  technique(3, 'T9003', ['impact'], { revoked: true }),
  technique(4, 'T9004', ['impact'], { x_mitre_deprecated: true }),
  technique(5, 'T9005', ['impact'], reference('T9005', 'mitre-mobile-attack')),
  { type: 'course-of-action', id: 'course-of-action--1', name: 'Backups', ...reference('M9001') },
  {
    type: 'course-of-action',
    id: 'course-of-action--2',
    name: 'Old',
    ...reference('M9002'),
    x_mitre_deprecated: true,
  },
  ...[
    mitigates(1, 1),
    mitigates(1, 1),
    mitigates(2, 1),
    mitigates(1, 3),
    mitigates(1, 2, { revoked: true }),
  ],
  ...[
    null,
    'text',
    7,
    { type: 'attack-pattern' },
    { type: 'attack-pattern', external_references: 'x' },
  ],
];
const bundle = (objects: readonly unknown[]) =>
  JSON.stringify({ type: 'bundle', id: 'bundle--1', objects });

describe('the shipped table', () => {
  const controls = new Map([['T1021', ['AC-17']]]);
  const table = createAttackTable(SHIPPED, (id) => controls.get(id) ?? []);

  test('[EG44] answers by id, and with null for what it does not hold', () => {
    expect(table.technique(' t1021.001 ')).toMatchObject({
      ...{ id: 'T1021.001', name: 'Remote Desktop Protocol', parent: 'T1021' },
      fullName: 'Remote Services: Remote Desktop Protocol',
      ...{ tactics: [{ id: 'TA0008', name: 'Lateral Movement' }], controls: ['AC-17'] },
    });
    expect(table.technique('T1021.001')?.mitigations).toContainEqual({
      id: 'M1032',
      name: 'Multi-factor Authentication',
    });
    expect(table.technique('T1021')?.subTechniques).toContain('T1021.001');
    for (const id of ['T9999', 'T1021.999', '', 'constructor', '__proto__', 'T1021; drop'])
      expect(table.technique(id)).toBeNull();
    expect(table.tactic('lateral-movement')?.techniques).toContain('T1021');
    expect(table.tactic('TA0008')?.name).toBe('Lateral Movement');
    expect(table.tactic('nothing')).toBeNull();
    expect(table.mitigation('m1053')).toMatchObject({
      name: 'Data Backup',
      techniques: ['T1485', 'T1486', 'T1490', 'T1491', 'T1561'],
    });
    expect(table.mitigation('M9999')).toBeNull();
    expect(table.tacticsOf(['T1486', 'T1021.001', 'T9999'])).toEqual([
      'Lateral Movement',
      'Impact',
    ]);
  });

  test('[EG45] says its version, keeps its notice and that its mitigations are a part; its ids are all known', () => {
    expect(table).toMatchObject({ version: '19', isComplete: false });
    expect(table.notice).toContain('© The MITRE Corporation');
    const techniques = new Set(SHIPPED.techniques.map(({ id }) => id));
    const mitigations = new Set(SHIPPED.mitigations.map(({ id }) => id));
    for (const [id, ids] of Object.entries(SHIPPED.mitigates)) {
      expect(techniques.has(id), id).toBe(true);
      expect(ids.filter((one) => !mitigations.has(one))).toEqual([]);
    }
  });
});

describe('by file', () => {
  test('[EG46] the official bundle gives techniques, tactics in the order of the matrix, and mitigations', () => {
    const data = parseAttackFile(`\ufeff${bundle(OBJECTS)}`);
    expect(data).toMatchObject({
      ...{ version: '17.1', isComplete: true },
      tactics: [
        { id: 'TA0008', name: 'Lateral Movement' },
        { id: 'TA0040', name: 'Impact' },
      ],
      techniques: [
        { id: 'T9001', name: 'Name of T9001', tactics: [0, 1] },
        { id: 'T9001.002', tactics: [1] },
      ],
      mitigations: [{ id: 'M9001', name: 'Backups' }],
      mitigates: { T9001: ['M9001'] },
    });
    expect(createAttackTable(data).technique('T9001.002')?.mitigations).toEqual([
      { id: 'M9001', name: 'Backups' },
    ]);
  });

  test('[EG61] what was revoked keeps its name and tactics, and says what took its place', () => {
    const data = parseAttackFile(
      bundle([
        ...OBJECTS,
        {
          ...{ type: 'relationship', relationship_type: 'revoked-by' },
          ...{ source_ref: 'attack-pattern--3', target_ref: 'attack-pattern--1' },
        },
      ]),
    );
    expect(data.retired).toEqual([
      { id: 'T9003', name: 'Name of T9003', tactics: [1], by: 'T9001' },
      { id: 'T9004', name: 'Name of T9004', tactics: [1], by: null },
    ]);
    const table = createAttackTable(data);
    expect(table.technique('T9003')).toMatchObject({
      retired: { by: 'T9001' },
      mitigations: [{ id: 'M9001' }],
    });
    expect(table.tacticsOf(['T9003'])).toEqual(['Impact']);
    const shipped = createAttackTable(SHIPPED).technique('T1086');
    expect(shipped).toMatchObject({ name: 'PowerShell', retired: { by: 'T1059.001' } });
    expect(shipped?.mitigations?.length).toBeGreaterThan(0);
  });

  test('[EG62] names are cleaned, and a file that grows in memory is refused before it is read', () => {
    const hostile = technique(9, 'T9009', ['impact'], {
      name: ` Evil\u202e\u0000 \n name${'x'.repeat(900)}`,
    });
    const named = parseAttackFile(bundle([...OBJECTS, hostile])).techniques.find(
      ({ id }) => id === 'T9009',
    )?.name;
    expect(named).toMatch(/^Evil namex+$/);
    expect(named).toHaveLength(200);
    const twice = parseAttackFile(bundle([...OBJECTS, technique(8, 'T9001', [])]));
    expect(twice.techniques.filter(({ id }) => id === 'T9001')).toHaveLength(1);
    expect(() => parseAttackFile('['.repeat(5_000_000))).toThrow('nested more than 64 deep');
    expect(() => parseAttackFile(`[${'[],'.repeat(1_600_000)}[]]`)).toThrow('more values');
    expect(() => parseAttackFile(`[${'0,'.repeat(6_100_000)}0]`)).toThrow('more values');
    expect(() => parseAttackFile('{"type":"bundle","objects":[{"x":"\\')).toThrow('not JSON');
    const polluted = JSON.stringify({ type: 'bundle', objects: OBJECTS }).replace(
      '"objects"',
      '"__proto__":{"polluted":1},"objects"',
    );
    parseAttackFile(polluted);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  test('[EG63] says against the table in use what is new, renamed, moved, revoked and gone', () => {
    const before = parseAttackFile(
      bundle([
        ...OBJECTS,
        technique(11, 'T9011', ['impact']),
        technique(12, 'T9012', ['impact']),
        technique(13, 'T9013', ['impact']),
        technique(14, 'T9014', ['impact']),
      ]),
    );
    const after = parseAttackFile(
      bundle([
        ...OBJECTS.map((one) =>
          (one as { type?: string })?.type === 'x-mitre-collection'
            ? { type: 'x-mitre-collection', x_mitre_version: '16.2' }
            : one,
        ),
        technique(11, 'T9011', ['impact'], { name: 'Another name' }),
        technique(12, 'T9012', ['lateral-movement']),
        technique(13, 'T9013', ['impact'], { revoked: true }),
        technique(15, 'T9015', ['impact']),
      ]),
    );
    expect(compareAttack(before, after)).toMatchObject({
      added: [{ id: 'T9015' }],
      renamed: [{ id: 'T9011', from: 'Name of T9011', to: 'Another name' }],
      moved: [{ id: 'T9012', from: ['Impact'], to: ['Lateral Movement'] }],
      revoked: [{ id: 'T9013', by: null }],
      gone: [{ id: 'T9014' }],
      tactics: { added: [], gone: [] },
      isOlder: true,
    });
    expect(compareAttack(after, after)).toMatchObject({ added: [], gone: [], isOlder: false });
  });

  test('[EG47] a table that was written is read back as it was', () => {
    for (const data of [SHIPPED, parseAttackFile(bundle(OBJECTS))]) {
      expect(parseAttackFile(toCompactAttack(data))).toEqual(data);
    }
  });

  test('[EG48] what is none, damaged or of another matrix is refused in words', () => {
    const refused = (text: string) => {
      try {
        parseAttackFile(text);
      } catch (error) {
        if (error instanceof AttackFileError) return error.message;
        throw error;
      }
      return null;
    };
    expect(refused('{')).toBe('The file is not JSON');
    for (const text of ['[]', '7', 'null', '{"type":"bundle","objects":7}', '{}'])
      expect(refused(text)).toBe(
        'The file is neither a STIX bundle of ATT&CK nor a table of Watchfloor',
      );
    expect(refused(bundle([]))).toBe('The bundle holds no technique of ATT&CK Enterprise');
    expect(
      refused(bundle([technique(1, 'T9005', [], reference('T9005', 'mitre-ics-attack'))])),
    ).toBe('The bundle holds no technique of ATT&CK Enterprise');
    expect(refused(bundle([technique(1, 'T9001', [])]))).toBe('The bundle holds no tactics');
    const compact = JSON.parse(toCompactAttack(SHIPPED)) as Record<string, unknown>;
    expect(refused(JSON.stringify({ ...compact, version: 'nineteen' }))).toBe(
      'The table is damaged at version',
    );
    expect(refused(JSON.stringify({ ...compact, techniques: [['T1000', 'x', [99]]] }))).toBe(
      'T1000 names a tactic that the table does not hold',
    );
    expect(refused(JSON.stringify({ ...compact, formatVersion: 2 }))).toBe(
      'The table is damaged at formatVersion',
    );
  });
});
