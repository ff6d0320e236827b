import { expect, test } from 'vitest';
import { mayDecideConflict, writePermissionOf } from './sync.rules.ts';

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
