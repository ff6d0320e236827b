import { expect, test } from 'vitest';
import { issuesOf, placeIssues } from './form-issues.ts';

const refused = (...issues: { path: string; message: string }[]) =>
  new Error(`400: ${JSON.stringify({ message: 'No', issues })}`);

test('issues stand at their fields', () => {
  const placed: unknown[] = [];
  const error = refused({ path: 'email', message: 'Taken' });
  const isPlaced = placeIssues(error, ['email', 'name'], (...call) => placed.push(call));
  expect(isPlaced).toBe(true);
  expect(placed).toEqual([['email', { message: 'Taken' }]]);
});

test('what has no field here, or no issues at all, is for a message', () => {
  const place = () => undefined;
  expect(placeIssues(refused({ path: 'role', message: 'No' }), ['email'], place)).toBe(false);
  expect(placeIssues(refused(), ['email'], place)).toBe(false);
  expect(placeIssues(new Error('No answer came.'), ['email'], place)).toBe(false);
});

test('what is no answer of the core has no issues', () => {
  expect(issuesOf(new Error('500: <html>'))).toEqual([]);
  expect(issuesOf('text')).toEqual([]);
});
