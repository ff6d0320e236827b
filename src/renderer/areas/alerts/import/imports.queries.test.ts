import { expect, test } from 'vitest';
import type { Import } from '../../../../shared/areas/alerts/imports.contract.ts';
import { findStarted } from './imports.queries.ts';

const receipt = (id: string, fileName: string) => ({ id, fileName }) as Import;

test('the started import is the new one of that file, the first begun where there are two', () => {
  const imports = [receipt('4', 'eve.json'), receipt('3', 'eve.json'), receipt('2', 'other.json')];
  const old = [receipt('1', 'eve.json')];
  expect(findStarted([...imports, ...old], 'eve.json', new Set(['1']))?.id).toBe('3');
});

test('an import of before, or of another file, is not taken for it', () => {
  expect(findStarted([receipt('1', 'eve.json')], 'eve.json', new Set(['1']))).toBeUndefined();
  expect(findStarted([receipt('2', 'other.json')], 'eve.json', new Set())).toBeUndefined();
});
