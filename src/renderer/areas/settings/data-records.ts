import type { DataInfo } from '../../../shared/areas/settings/data.contract.ts';

/** Not destroyed with a workspace, or no record that a person made. */
const NOT_NAMED = new Set(['Audit log', 'Accounts']);

/** `1,012 in alerts, 8 in investigations and 3 in risks`: what is lost, by its number. */
export function recordsText(records: DataInfo['records']): string {
  const named = records
    .filter(({ area, count }) => count > 0 && !NOT_NAMED.has(area))
    .map(({ area, count }) => `${count.toLocaleString('en')} in ${area.toLowerCase()}`);
  if (named.length === 0) return 'it is empty';
  return new Intl.ListFormat('en').format(named);
}
