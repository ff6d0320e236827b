import { expect, test } from 'vitest';
import { EVENT_QUERY_LIMITS } from '../../../../shared/areas/forensics/events/event-query.ts';
import { valuesText } from './event-words.ts';

test('[ES16] values beyond the limit are said to be bounded', () => {
  expect(valuesText(1)).toBe('1 value');
  expect(valuesText(1_999_999)).toBe('1,999,999 values');
  expect(valuesText(EVENT_QUERY_LIMITS.stackedValues)).toBe('At least 2,000,000 values');
});
