/** How events and their filters are put into words on the page. */
import {
  type AddressField,
  type BuiltInField,
  EVENT_QUERY_LIMITS,
  type EventFilter,
  type FilterOperator,
} from '../../../../shared/areas/forensics/events/event-query.ts';

export const BUILT_IN_LABELS: Readonly<Record<BuiltInField, string>> = {
  '@kind': 'Kind',
  '@host': 'Host',
  '@user': 'User',
  '@provider': 'Provider',
  '@code': 'Code',
  '@summary': 'Summary',
  '@source': 'File',
};

export const ADDRESS_LABELS: Readonly<Record<AddressField, string>> = {
  '@sourceAddress': 'Source address',
  '@destinationAddress': 'Destination address',
};

const OPERATORS: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  isNot: 'is not',
  contains: 'contains',
  startsWith: 'starts with',
  exists: 'is there',
  missing: 'is missing',
};

export const OPERATOR_OPTIONS = Object.entries(OPERATORS).map(([value, label]) => ({
  value: value as FilterOperator,
  label,
}));

export const needsValue = (op: FilterOperator): boolean => op !== 'exists' && op !== 'missing';

const labelOfField = (field: string): string =>
  (({ ...BUILT_IN_LABELS, ...ADDRESS_LABELS }) as Readonly<Record<string, string>>)[field] ?? field;

export const wordsOfFilter = ({ field, op, value }: EventFilter): string =>
  needsValue(op)
    ? `${labelOfField(field)} ${OPERATORS[op]} ${value === '' ? '(empty)' : value}`
    : `${labelOfField(field)} ${OPERATORS[op]}`;

export const eventsText = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'event' : 'events'}`;

const LENGTHS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const;

/** How long something took, in the largest unit that fits: `3.5 h`. */
export function lengthText(ms: number): string {
  const [size, unit] = LENGTHS.find(([one]) => ms >= one) ?? [1, 'ms'];
  return `${(ms / size).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`;
}

/** To the millisecond, in the zone of the page. */
export function eventTimeFormat(zone: 'UTC' | undefined): (iso: string | null) => string {
  const format = new Intl.DateTimeFormat(undefined, {
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hourCycle: 'h23' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
    fractionalSecondDigits: 3,
    ...(zone ? { timeZone: zone } : {}),
  });
  return (iso) => {
    const time = iso === null ? Number.NaN : Date.parse(iso);
    return Number.isNaN(time) ? '—' : format.format(time);
  };
}

/** Beyond the limit, values are not told apart any more, and that is said. */
export function valuesText(values: number): string {
  const isBounded = values >= EVENT_QUERY_LIMITS.stackedValues;
  const number = values.toLocaleString('en');
  return `${isBounded ? 'At least ' : ''}${number} ${values === 1 ? 'value' : 'values'}`;
}
