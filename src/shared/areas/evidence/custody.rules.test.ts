import { expect, test } from 'vitest';
import { type CustodyEntry, checkChain, custodyId, sealedText } from './custody.rules.ts';

const macOf = (key: string) => (text: string) => `${key}(${text})`;
const here = macOf('here');
const there = macOf('there');

function entry(position: number, seal: (text: string) => string, node = ''): CustodyEntry {
  const fields = {
    ...{ evidenceId: 'e', position, action: 'READ', actor: 'ada', at: 5 },
    ...{ sha256: null, details: null, previous: null },
  };
  return { ...fields, id: custodyId('e', position, node), mac: seal(sealedText(fields)) };
}

const kinds = (entries: readonly CustodyEntry[], others: readonly number[], isAnchored = true) =>
  checkChain({
    ...{ evidenceId: 'e', entries, macOf: here },
    anchors: new Map(isAnchored ? entries.map(({ id, mac }) => [id, mac]) : []),
    isOfOther: ({ position }) => others.includes(position),
  }).map(({ kind }) => kind);

test('[SY170] an entry that another workstation sealed is said to be checkable there, never changed', () => {
  const chain = [entry(1, here), entry(2, there)];
  expect(kinds(chain, [2])).toEqual(['elsewhere']);
  expect(kinds(chain.slice(1), [2], false)).toContain('elsewhere');
});

test('[SY170] one of this workstation with a wrong seal was changed, whatever it claims to have been', () => {
  expect(kinds([entry(1, here), entry(2, there)], [])).toEqual(['changed']);
  const anchors = new Map([[custodyId('e', 1), 'another seal']]);
  const entries = [entry(1, there)];
  const input = { evidenceId: 'e', entries, anchors, macOf: here, isOfOther: () => true };
  expect(checkChain(input).map(({ kind }) => kind)).toEqual(['changed']);
});

test('[SY171] what two workstations added at once stands side by side, and nothing is missing', () => {
  const chain = [entry(1, here), entry(2, here, 'n1'), entry(2, there, 'n2'), entry(3, here, 'n1')];
  const anchors = new Map(chain.map(({ id, mac }) => [id, mac]));
  const isOfOther = ({ id }: CustodyEntry) => id.endsWith('n2');
  const check = (entries: readonly CustodyEntry[]) =>
    checkChain({ evidenceId: 'e', entries, anchors, macOf: here, isOfOther });
  expect(check(chain).map(({ kind }) => kind)).toEqual(['elsewhere']);
  expect(check(chain.slice(0, 3)).map(({ kind }) => kind)).toEqual(['elsewhere', 'cut']);
});
