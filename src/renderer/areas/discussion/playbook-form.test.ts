import { expect, test } from 'vitest';
import { draftToPlaybook, playbookToDraft } from './playbook-form.ts';

const KNOWN = [
  { id: 'a', text: 'First' },
  { id: 'b', text: 'Second' },
];
const draft = (steps: string) => ({ ...playbookToDraft(null), name: 'x', steps });

test('[DI7] steps keep their ids over moving, rewording and additions', () => {
  expect(draftToPlaybook(draft('Second\nFirst'), KNOWN).steps).toEqual([
    { id: 'b', text: 'Second' },
    { id: 'a', text: 'First' },
  ]);
  expect(draftToPlaybook(draft('First, reworded\n\n Second '), KNOWN).steps).toEqual([
    { id: 'a', text: 'First, reworded' },
    { id: 'b', text: 'Second' },
  ]);
  expect(draftToPlaybook(draft('First\nNew\nSecond'), KNOWN).steps).toEqual([
    { id: 'a', text: 'First' },
    { text: 'New' },
    { id: 'b', text: 'Second' },
  ]);
});

test('techniques and words are separated by commas', () => {
  const typed = { ...draft('One'), techniques: ' T1110, ,t1021.001', words: 'ssh scan,  vpn ' };
  expect(draftToPlaybook(typed, []).matches).toEqual({
    techniques: ['T1110', 't1021.001'],
    words: ['ssh scan', 'vpn'],
  });
});
