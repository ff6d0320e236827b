import { expect, test } from 'vitest';
import { packedColumn } from '../../../db/packed-rows.ts';
import { syncedTables } from '../../../db/synced-tables.ts';
import type { WireRow } from '../wire.ts';
import { byColumns, packWire } from './pack-wire.ts';
import { createCodec } from './table-codec.ts';

const shape = syncedTables().get('note_templates');
if (!shape) throw new Error('no table');
const NAMES = ['name', 'text', 'created_at', 'deleted_at'];
const codec = createCodec(
  shape,
  NAMES.map((name) => ({ name, isRequired: name === 'name', byDefault: null })),
);
const V = '0000000000000001-node';
const row = (id: string, c: WireRow['c'] = {}): WireRow => ({
  ...{ id, v: V, f: null },
  c: { name: 'n', text: 't', created_at: 1, deleted_at: null, ...c },
});

test('[SY174] rows that fit are taken, and each that does not is named with its column', () => {
  const { rows, packed, refused } = packWire(codec, [
    ...[row('a'), row('b', { created_at: 'soon' }), row('c', { name: null }), row('d')],
    row('e', { text: 7 }),
  ]);
  expect(rows.map(({ id }) => id)).toEqual(['a', 'd']);
  expect(packed.count).toBe(2);
  expect(packedColumn(packed, 'text')).toEqual(['t', 't']);
  expect(refused.map(({ row: { id }, reason }) => [id, reason])).toEqual([
    ['b', 'created_at is no moment'],
    ['c', 'name is empty'],
    ['e', 'text is no text'],
  ]);
});

test('[SY174] each row has its own values, also where some follow each other', () => {
  const given = [row('a', { text: 'x' }), row('b', { text: 'x' }), row('c', { text: null })];
  const { packed, refused } = packWire(codec, [...given, row('d', { text: 'x', created_at: 2 })]);
  expect(refused).toEqual([]);
  expect(packedColumn(packed, 'id')).toEqual(['a', 'b', 'c', 'd']);
  expect(packedColumn(packed, 'text')).toEqual(['x', 'x', null, 'x']);
  expect(packedColumn(packed, 'createdAt')).toEqual([1, 1, 1, 2]);
});

test('[SY174] tombstones come last', () => {
  const { rows } = packWire(codec, [row('a', { deleted_at: 5 }), row('b')]);
  expect(rows.map(({ id }) => id)).toEqual(['b', 'a']);
});

test('[SY174] rows are put together by the columns that they have', () => {
  const less: WireRow = { id: 'c', v: V, f: null, c: { name: 'n' } };
  const groups = byColumns([row('a'), less, row('b'), { ...less, id: 'd' }]);
  expect(groups.map((rows) => rows.map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
