import { expect, test } from 'vitest';
import {
  type CustodyEntry,
  checkChain,
  custodyId,
  isUncheckedOnly,
  type SealState,
  sealedText,
} from './custody.rules.ts';

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

const checked = (entries: readonly CustodyEntry[], others: (entry: CustodyEntry) => boolean) => ({
  ...{ evidenceId: 'e', entries },
  sealOf: (one: CustodyEntry): SealState => {
    if (one.mac === here(sealedText(one))) return 'right';
    return others(one) ? 'elsewhere' : 'wrong';
  },
});
const kinds = (entries: readonly CustodyEntry[], others: readonly number[], isAnchored = true) =>
  checkChain({
    ...checked(entries, ({ position }) => others.includes(position)),
    anchors: new Map(isAnchored ? entries.map(({ id, mac }) => [id, mac]) : []),
  }).map(({ kind }) => kind);

test('[SY170] an entry that another workstation sealed with its own key is said to be checkable there, never changed', () => {
  const chain = [entry(1, here), entry(2, there)];
  expect(kinds(chain, [2])).toEqual(['elsewhere']);
  expect(kinds(chain.slice(1), [2], false)).toContain('elsewhere');
});

test('[SY170] one of this workstation with a wrong seal was changed, whatever it claims to have been', () => {
  expect(kinds([entry(1, here), entry(2, there)], [])).toEqual(['changed']);
  const anchors = new Map([[custodyId('e', 1), 'another seal']]);
  const input = { ...checked([entry(1, there)], () => true), anchors };
  expect(checkChain(input).map(({ kind }) => kind)).toEqual(['changed']);
});

test('[SY171] what two workstations added at once stands side by side, and nothing is missing', () => {
  const chain = [entry(1, here), entry(2, here, 'n1'), entry(2, there, 'n2'), entry(3, here, 'n1')];
  const anchors = new Map(chain.map(({ id, mac }) => [id, mac]));
  const check = (entries: readonly CustodyEntry[]) =>
    checkChain({ ...checked(entries, ({ id }) => id.endsWith('n2')), anchors });
  expect(check(chain).map(({ kind }) => kind)).toEqual(['elsewhere']);
  expect(check(chain.slice(0, 3)).map(({ kind }) => kind)).toEqual(['elsewhere', 'cut']);
});

test('[SY182] a seal whose key is not here is no change, unless the audit log knows another', () => {
  const chain = [entry(1, here), entry(2, there)];
  const check = (anchors: Map<string, string>) =>
    checkChain({
      ...{ evidenceId: 'e', entries: chain, anchors },
      sealOf: ({ position }) => (position === 2 ? 'no-key' : 'right'),
    });
  const anchors = new Map(chain.map(({ id, mac }) => [id, mac]));
  expect(check(anchors).map(({ kind }) => kind)).toEqual(['no-key']);
  expect(isUncheckedOnly(check(anchors))).toBe(true);
  const other = check(anchors.set(custodyId('e', 2), 'x'));
  expect(other.map(({ kind }) => kind)).toEqual(['changed']);
  expect(isUncheckedOnly(other)).toBe(false);
  expect(isUncheckedOnly([])).toBe(false);
});
