import { expect, test } from 'vitest';
import { createMergeSize } from './merge-size.ts';

/** Pieces of a table whose transactions cost so much at all and so much a row, in turns. */
function waits(rowMs: number, { turns, atWork }: { turns: number; atWork: boolean }): number[] {
  const size = createMergeSize(() => atWork);
  return Array.from({ length: turns }, () => {
    const rows = size.rows('alerts');
    const ms = 1 + rows * rowMs;
    size.took('alerts', rows, ms);
    return ms;
  });
}

test('[SY230] while somebody works no piece of a page holds the gate for long, however slow its rows', () => {
  for (const rowMs of [0.02, 0.1, 0.2, 0.5]) {
    const settled = waits(rowMs, { turns: 40, atWork: true }).slice(1);
    expect(Math.max(...settled)).toBeLessThan(16);
  }
});

test('[SY230] quick rows are taken many at a time, and by far more where nobody works', () => {
  const size = createMergeSize(() => true);
  const before = size.rows('alerts');
  for (let turn = 0; turn < 20; turn++)
    size.took('alerts', size.rows('alerts'), 0.01 * size.rows('alerts'));
  expect(size.rows('alerts')).toBeGreaterThan(4 * before);
  expect(createMergeSize(() => false).rows('alerts')).toBeGreaterThan(size.rows('alerts'));
});

test('[SY230] a rest of a few rows says nothing of a full piece, a slow one does', () => {
  const size = createMergeSize(() => true);
  const before = size.rows('alerts');
  size.took('alerts', 2, 4);
  expect(size.rows('alerts')).toBe(before);
  size.took('alerts', 2, 80);
  expect(size.rows('alerts')).toBeLessThan(before);
});

test('[SY230] rows of one table say nothing of those of another', () => {
  const size = createMergeSize(() => true);
  const before = size.rows('alerts');
  size.took('note_templates', 40, 400);
  expect(size.rows('alerts')).toBe(before);
  expect(size.rows('note_templates')).toBeLessThan(before);
});
