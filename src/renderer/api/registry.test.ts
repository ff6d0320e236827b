import { expect, test, vi } from 'vitest';
import { createRegistry } from './registry.ts';

test('[SE7] parts of the page add what they offer and take it back, without knowing one another', () => {
  const registry = createRegistry<string>();
  const heard = vi.fn();
  registry.store.subscribe(({ entries }) => heard(entries));
  const list = ['a', 'b'];
  const removeFirst = registry.add(list);
  const removeSame = registry.add(list);
  const removeOther = registry.add(['c']);
  expect(registry.store.getState().entries).toEqual(['a', 'b', 'a', 'b', 'c']);
  removeFirst();
  expect(registry.store.getState().entries).toEqual(['a', 'b', 'c']);
  removeFirst();
  expect(registry.store.getState().entries).toEqual(['a', 'b', 'c']);
  removeOther();
  removeSame();
  expect(heard).toHaveBeenLastCalledWith([]);
});
