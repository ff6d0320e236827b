import { expect, test } from 'vitest';
import {
  filterOfAddress,
  viewOfAddress,
  withFilterText,
  withoutFilter,
} from './controls.filter-url.ts';

test('what an address says wrongly is left out', () => {
  const params = new URLSearchParams(
    'tab=controls&status=non_compliant,GREAT&due=never&automated=true&priority=x&q=%20&control=c1',
  );
  expect(filterOfAddress(params)).toEqual({ status: 'NON_COMPLIANT', automated: 'true' });
});

test('a change of the filter keeps what else the address says', () => {
  const params = new URLSearchParams('tab=controls&view=tree&q=old&control=c1');
  const changed = withFilterText(params, { q: '', framework: 'f1' });
  expect(changed.toString()).toBe('tab=controls&view=tree&control=c1&framework=f1');
  expect(withoutFilter(changed).toString()).toBe('tab=controls&view=tree&control=c1');
  expect(viewOfAddress(changed)).toBe('tree');
});
