/** The reader over bundles in the documented shape of the official one. */
import { describe, expect, test } from 'vitest';
import {
  officialBundle,
  officialObjects,
  pattern,
  patternId,
  relation,
} from './attack-bundle.fixture.ts';
import { parseAttackFile } from './attack-table.parse.ts';
import { createAttackTable } from './attack-table.ts';

describe('a bundle with everything that the documented objects carry', () => {
  const data = parseAttackFile(officialBundle());

  test('[EG46] gives its version, tactics in the order of the matrix, techniques and sub-techniques', () => {
    expect(data.version).toBe('19.0');
    expect(data.tactics).toEqual([
      { id: 'TA0002', name: 'Execution' },
      { id: 'TA0005', name: 'Defense Evasion' },
    ]);
    expect(data.techniques).toEqual([
      { id: 'T9100', name: 'Technique T9100', tactics: [0, 1] },
      { id: 'T9100.001', name: 'Technique T9100.001', tactics: [0] },
      { id: 'T9100.002', name: 'Technique T9100.002', tactics: [1] },
    ]);
  });

  test('[EG46] gives mitigations that stand; a sub-technique without its own has its parent’s', () => {
    expect(data.mitigations).toEqual([{ id: 'M9100', name: 'Execution Prevention' }]);
    expect(data.mitigates).toEqual({ T9100: ['M9100'], 'T9100.001': ['M9100'] });
    expect(createAttackTable(data).technique('T9100.002')?.mitigations).toEqual([
      { id: 'M9100', name: 'Execution Prevention' },
    ]);
  });

  test('[EG61] follows what was revoked to what stands today, and keeps what is deprecated', () => {
    expect(data.retired).toEqual([
      { id: 'T9101', name: 'Technique T9101', tactics: [0], by: 'T9100.001' },
      { id: 'T9102', name: 'Technique T9102', tactics: [0], by: 'T9100.001' },
      { id: 'T9103', name: 'Technique T9103', tactics: [1], by: null },
    ]);
  });
});

test('[EG61] a circle of revoked techniques has no successor', () => {
  const circle = [
    pattern(20, 'T9120', ['execution'], { revoked: true }),
    pattern(21, 'T9121', ['execution'], { revoked: true }),
    relation(20, 'revoked-by', [patternId(20), patternId(21)]),
    relation(21, 'revoked-by', [patternId(21), patternId(20)]),
  ];
  const { retired } = parseAttackFile(officialBundle([...officialObjects(), ...circle]));
  expect(retired.filter(({ id }) => id >= 'T9120').map(({ by }) => by)).toEqual([null, null]);
});

test('[EG46] of several versions of one object the last one counts, wherever it stands in the file', () => {
  const older = pattern(1, 'T9100', ['execution'], {
    ...{ name: 'Its old name', modified: '2021-01-01T00:00:00.000Z' },
  });
  for (const objects of [
    [older, ...officialObjects()],
    [...officialObjects(), older],
  ]) {
    const [first] = parseAttackFile(officialBundle(objects)).techniques;
    expect(first).toEqual({ id: 'T9100', name: 'Technique T9100', tactics: [0, 1] });
  }
});

test('[EG46] objects of other matrices are left out, though their ids look alike', () => {
  const mobile = pattern(30, 'T9130', ['execution'], { x_mitre_domains: ['mobile-attack'] });
  const both = pattern(31, 'T9131', ['execution'], {
    x_mitre_domains: ['mobile-attack', 'enterprise-attack'],
  });
  const ids = parseAttackFile(officialBundle([...officialObjects(), mobile, both])).techniques.map(
    ({ id }) => id,
  );
  expect(ids).not.toContain('T9130');
  expect(ids).toContain('T9131');
  const onlyMobile = officialObjects().map((object) =>
    'x_mitre_domains' in object ? { ...object, x_mitre_domains: ['mobile-attack'] } : object,
  );
  expect(() => parseAttackFile(officialBundle(onlyMobile))).toThrow(
    'The bundle holds no technique of ATT&CK Enterprise',
  );
});
