import { expect, test } from 'vitest';
import { cellText } from '../areas/sync/conflicts/conflict-text.ts';
import { syncedTables } from '../db/synced-tables.ts';
import { RECORD_WORDS } from './record-words.ts';

const shapes = syncedTables();
const WORDS = {
  labels: RECORD_WORDS,
  names: new Map([['u1', 'Ada Park']]),
  titleOf: (column: string, id: string) =>
    column === 'vendor_id' && id === 'v1' ? 'Contoso Hosting' : null,
};

const text = (place: string, cell: unknown) => {
  const [table = '', name = ''] = place.split('.');
  const column = shapes.get(table)?.columnOf.get(name);
  expect(column, place).toBeDefined();
  return cellText({ table, column }, cell, WORDS);
};

test('[SY203] a value of a conflict is called what the page of its record calls it', () => {
  expect(text('alerts.status', 'FALSE_POSITIVE')).toBe('False positive');
  expect(text('alerts.severity', 'LOW')).toBe('Low');
  expect(text('alerts.verdict', 'BENIGN_TRUE_POSITIVE')).toMatch(/^Benign/);
  expect(text('alerts.assigned_to', 'u1')).toBe('Ada Park');
  expect(text('alerts.escalated', 1)).toBe('yes');
  expect(text('alerts.escalated', 0)).toBe('no');
  expect(text('controls.status', 'PARTIALLY_COMPLIANT')).toBe('Partially compliant');
  expect(text('controls.status', 'NON_COMPLIANT')).toBe('Non-compliant');
  expect(text('findings.status', 'ACCEPTED')).toBe('Risk accepted');
  expect(text('policies.category', 'HR')).toBe('HR');
  expect(text('policy_versions.status', 'APPROVED')).toBe('In force');
  expect(text('risks.likelihood', 3)).toMatch(/^\w+ \(3\)$/);
  expect(text('forensic_investigations.closing_verdict', 'malicious')).toBe('Malicious');
  expect(text('vendor_reassessments.vendor_id', 'v1')).toBe('Contoso Hosting');
});

test('[SY203] moments and days are told from numbers, and what a person wrote stays as it is', () => {
  const at = Date.UTC(2026, 10, 3, 9, 30);
  expect(text('controls.next_assessment', at)).toBe('2026-11-03T09:30:00.000Z');
  expect(text('vendors.contract_expiry', '2026-11-03')).toBe('2026-11-03');
  expect(text('evidence.size_bytes', at)).toBe(String(at));
  expect(text('alerts.title', 'FALSE_POSITIVE')).toBe('FALSE_POSITIVE');
  expect(text('alerts.title', 'u1 u1')).toBe('u1 u1');
  expect(text('alerts.status', 'constructor')).toBe('constructor');
  expect(text('alerts.deleted_at', at)).toBe('removed');
  expect(text('alerts.status', null)).toBeNull();
  expect(text('vendors.compliance_certifications', '["ISO 27001","u1"]')).toBe(
    'ISO 27001, Ada Park',
  );
});

test('[SY203] every column that words are given for is one of a synced table', () => {
  for (const place of Object.keys(RECORD_WORDS)) {
    const [table = '', name = ''] = place.split('.');
    expect(shapes.get(table)?.columnOf.has(name), place).toBe(true);
  }
});
