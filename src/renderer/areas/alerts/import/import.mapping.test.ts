import { describe, expect, test } from 'vitest';
import { importQuerySchema } from '../../../../shared/areas/alerts/imports.contract.ts';
import {
  checkMapping,
  choiceToQuery,
  DEFAULT_CHOICE,
  draftFromMapping,
  EMPTY_MAPPING,
  needsMapping,
  withField,
  withoutWord,
  withWord,
} from './import.mapping.ts';

const titled = withField(EMPTY_MAPPING, 'title', 'event.name');

describe('the mapping of a file', () => {
  test('is asked for where the format brings none', () => {
    expect(['json', 'csv', 'wazuh', null].map((one) => needsMapping(one as never))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
  test('is incomplete without a title, and says so', () => {
    expect(checkMapping(EMPTY_MAPPING)).toEqual({
      type: 'incomplete',
      why: 'Choose the field that holds the title',
    });
    expect(checkMapping(titled).type).toBe('complete');
    expect(checkMapping(withField(titled, 'title', null)).type).toBe('incomplete');
  });
  test('begins with what the server proposes', () => {
    const proposed = {
      ...EMPTY_MAPPING,
      fields: { title: 'msg' },
      severities: { hoch: 'HIGH' as const },
    };
    expect(draftFromMapping(proposed)).toEqual(proposed);
    expect(draftFromMapping(null)).toEqual(EMPTY_MAPPING);
  });
  test('changes one field and leaves the others', () => {
    const both = withField(titled, 'time', 'ts');
    expect(withField(both, 'time', 'when').fields).toEqual({ title: 'event.name', time: 'when' });
    expect(withField(both, 'time', null).fields).toEqual({ title: 'event.name' });
    expect(both.fields).toEqual({ title: 'event.name', time: 'ts' });
  });
  test('takes words of severity in lower case and without blanks', () => {
    const worded = withWord(withWord(titled, ' Kritisch ', 'CRITICAL'), '', 'LOW');
    expect(worded.severities).toEqual({ kritisch: 'CRITICAL' });
    expect(withWord(worded, 'kritisch', 'HIGH').severities).toEqual({ kritisch: 'HIGH' });
    expect(withoutWord(worded, 'kritisch').severities).toEqual({});
  });
  test('needs a source that is not blank', () => {
    expect(checkMapping({ ...titled, defaultSource: ' ' }).type).toBe('incomplete');
  });
});

describe('the query of a choice', () => {
  test('says nothing but the name where everything is left to the server', () => {
    expect(choiceToQuery('eve.json', DEFAULT_CHOICE)).toEqual({ name: 'eve.json' });
  });
  test('is read back by the contract as it was meant', () => {
    const choice = {
      format: 'csv' as const,
      draft: withWord(titled, 'sev1', 'CRITICAL'),
      timeZone: 'Europe/Berlin',
    };
    const query = importQuerySchema.parse(choiceToQuery('a.csv', choice));
    expect(query.mapping?.fields).toEqual({ title: 'event.name' });
    expect(query.mapping?.severities).toEqual({ sev1: 'CRITICAL' });
    expect([query.format, query.timeZone]).toEqual(['csv', 'Europe/Berlin']);
  });
  test('leaves an incomplete mapping out and cuts an endless name', () => {
    const query = choiceToQuery('x'.repeat(900), { ...DEFAULT_CHOICE, draft: EMPTY_MAPPING });
    expect(query.mapping).toBeUndefined();
    expect(importQuerySchema.safeParse(query).success).toBe(true);
  });
});
