import { expect, test } from 'vitest';
import { describeError } from './error-text.ts';

test('the sentence of the core is what the user reads, with the id of its log entry', () => {
  const error = new Error('500: {"message":"The workspace could not be read","id":"e-17"}');
  expect(describeError(error)).toEqual({ why: 'The workspace could not be read', id: 'e-17' });
});

test('a body that is not of the contract is shown shortened, an empty one by its status', () => {
  expect(describeError(new Error(`502: ${'x'.repeat(1000)}`)).why).toHaveLength(300);
  expect(describeError(new Error('502: ')).why).toBe('The answer was 502.');
});

test('where no answer came the reason is that of the host', () => {
  expect(describeError(new TypeError('Failed to fetch')).why).toBe('Failed to fetch');
  expect(describeError('odd').why).toBe('Something unexpected happened.');
});
