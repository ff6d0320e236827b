import { expect, test } from 'vitest';
import {
  mayDecideConflict,
  mayLeaveWorkspace,
  mayRunWorkstation,
  writePermissionOf,
} from './sync.rules.ts';

test('[SY102] who may write a record may decide its conflicts, and who may not may not', () => {
  expect(writePermissionOf('alerts')).toBe('alerts.write');
  expect(writePermissionOf('control_evidence')).toBe('evidence.write');
  expect(writePermissionOf('control_tests')).toBe('compliance.write');
  expect(writePermissionOf('risk_tasks')).toBe('risk.write');
  expect(writePermissionOf('forensic_investigations')).toBe('forensics.write');
  expect(mayDecideConflict('SOC Analyst', 'alerts')).toBe(true);
  expect(mayDecideConflict('SOC Analyst', 'risks')).toBe(false);
  expect(mayDecideConflict('Auditor', 'alerts')).toBe(false);
});

test("[SY102] a table that nobody named is an administrator's to decide", () => {
  for (const table of ['workspace_settings', 'constructor', '__proto__', '']) {
    expect(writePermissionOf(table)).toBe('workspace.manage');
    expect(mayDecideConflict('Compliance Officer', table)).toBe(false);
    expect(mayDecideConflict('Administrator', table)).toBe(true);
  }
});

test('[SY200] [SY202] who has a place here pauses and isolates, and leaves where nobody else has one', () => {
  const at = (role: string, people: string[]) => {
    const where = { role, account: 'me', people };
    return [mayRunWorkstation(where), mayLeaveWorkspace(where)];
  };
  for (const role of ['SOC Analyst', 'Compliance Officer', 'Auditor']) {
    expect(at(role, ['me'])).toEqual([true, true]);
    expect(at(role, ['me', 'you'])).toEqual([true, false]);
    expect(at(role, ['you'])).toEqual([false, false]);
    expect(at(role, [])).toEqual([false, false]);
  }
  expect(at('Administrator', ['me', 'you'])).toEqual([true, true]);
  expect(at('Administrator', [])).toEqual([true, true]);
  expect(at('administrator', ['me'])).toEqual([false, false]);
});
