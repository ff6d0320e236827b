import { expect, test } from 'vitest';
import {
  duration,
  hours,
  lastHourNote,
  monitoringText,
  monthNote,
  percent,
  processingText,
} from './dashboard.format.ts';

test('figures read as the specification writes them', () => {
  expect(percent(89)).toBe('89%');
  expect(percent(2.1)).toBe('2.1%');
  expect(percent(2.0904)).toBe('2.1%');
  expect(hours(2.3)).toBe('2.3h');
  expect(duration(45)).toBe('45s');
  expect(lastHourNote(3)).toBe('↑ 3 from last hour');
  expect(lastHourNote(1_048_626)).toBe('↑ 1,048,626 from last hour');
  expect(monthNote(2)).toBe('↑ 2% this month');
  expect(processingText(3)).toBe('AI Processing 3 incidents');
  expect(monitoringText(42)).toBe('Active monitoring across 42 frameworks');
});

test('no data stays no data, never a number', () => {
  expect(percent(null)).toBeNull();
  expect(hours(null)).toBeNull();
  expect(duration(null)).toBeNull();
  expect(monthNote(null)).toBe('No earlier score');
  expect(monitoringText(null)).toBe('Active monitoring across — frameworks');
  expect(processingText(null)).toBe('AI Processing — incidents');
});

test('one, none and falling read as such', () => {
  expect(lastHourNote(0)).toBe('None new in the last hour');
  expect(monthNote(-3)).toBe('↓ 3% this month');
  expect(monthNote(0)).toBe('Unchanged this month');
  expect(processingText(1)).toBe('AI Processing 1 incident');
  expect(monitoringText(1)).toBe('Active monitoring across 1 framework');
});
