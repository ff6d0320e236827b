import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { misusedProgram } from './misused-program.ts';
import { MISUSED_PROGRAMS } from './misused-programs.table.ts';

const ATTACK = join(import.meta.dirname, '../../../../../resources/attack/enterprise.json');

test('[TL24] a program of Windows is known by its name in any path and case, others are not', () => {
  expect(misusedProgram('C:\\Windows\\System32\\CertUtil.EXE')).toEqual({
    does: 'fetches and decodes files',
    technique: 'T1140',
  });
  expect(misusedProgram('mshta.exe')?.technique).toBe('T1218.005');
  for (const image of [null, '', 'C:\\tools\\mycertutil.exe', 'constructor', '__proto__'])
    expect(misusedProgram(image)).toBeNull();
});

test('[TL24] every technique that the table names is one of the catalogue that ships', () => {
  const catalogue = readFileSync(ATTACK, 'utf8');
  const unknown = Object.entries(MISUSED_PROGRAMS).filter(
    ([name, [, technique]]) => name !== name.toLowerCase() || !catalogue.includes(`"${technique}"`),
  );
  expect(unknown).toEqual([]);
});
