/** Numbers of a sentence, counted again from the records it cites. */
import type { CaseRecord } from './case-file.ts';
import type { CitedRecord } from './claim-order.ts';
import type { NamedNumber } from './claim-text.ts';

const UNIT_MS: Readonly<Record<string, number>> = {
  ...{ ms: 1, millisecond: 1, milliseconds: 1, s: 1_000, sec: 1_000, second: 1_000 },
  ...{ seconds: 1_000, min: 60_000, mins: 60_000, minute: 60_000, minutes: 60_000 },
  ...{ h: 3_600_000, hour: 3_600_000, hours: 3_600_000, day: 86_400_000, days: 86_400_000 },
};
const RECORD_NOUN =
  /^(?:alerts?|events?|records?|entries|entry|detections?|findings?|times?|occurrences?|logs?)$/;
const KIND_OF_NOUN: Readonly<Record<string, string>> = {
  ...{ host: 'host', hosts: 'host', machine: 'host', machines: 'host', systems: 'host' },
  ...{ server: 'host', servers: 'host', user: 'user', users: 'user', account: 'user' },
  ...{ accounts: 'user', address: 'address', addresses: 'address', ips: 'address' },
};
const FIELD_OF_KIND: Readonly<Record<string, RegExp>> = {
  host: /host/i,
  user: /user|account/i,
  address: /ip|address/i,
};

/** Whether the records give this number: by counting them, by their times, or by saying it. */
export function isNumberRight(named: NamedNumber, cited: readonly CitedRecord[]): boolean {
  const records = [...new Map(cited.map(({ record }) => [record.id, record])).values()];
  const { value, noun, isShare } = named;
  const kind = KIND_OF_NOUN[noun];
  if (!isShare && RECORD_NOUN.test(noun) && value === records.length) return true;
  if (!isShare && kind && Object.hasOwn(KIND_OF_NOUN, noun) && value === distinct(records, kind))
    return true;
  const unit = Object.hasOwn(UNIT_MS, noun) ? UNIT_MS[noun] : undefined;
  if (unit !== undefined && isSpan(value, unit, records)) return true;
  return isWritten(named, cited);
}

function distinct(records: readonly CaseRecord[], kind: string): number {
  const values = records.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, value]) =>
      FIELD_OF_KIND[kind]?.test(name) ? [value.toLowerCase()] : [],
    ),
  );
  return new Set(values).size;
}

/** The time from the earliest to the latest, rounded as people do. */
function isSpan(value: number, unit: number, records: readonly CaseRecord[]): boolean {
  const times = records.flatMap(({ at }) => (at === null ? [] : [at]));
  if (times.length < 2) return false;
  const span = (Math.max(...times) - Math.min(...times)) / unit;
  return [Math.floor(span), Math.round(span), Math.ceil(span)].includes(value);
}

/** As the whole value of a field of ours, or within the words that were quoted. */
function isWritten({ value, isShare }: NamedNumber, cited: readonly CitedRecord[]): boolean {
  const numeric = (text: string): boolean => Number(text.replace(/[,%\s]/g, '')) === value;
  return cited.some(({ record, quote }) => {
    const quoted = [...(quote ?? '').matchAll(/(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w.-]*\w)/g)];
    if (quoted.some(([text]) => numeric(text))) return !isShare || (quote ?? '').includes('%');
    return Object.values(record.fields).some(
      (field) =>
        /^\d[\d.,]*\s?%?$/.test(field) && numeric(field) && (!isShare || field.endsWith('%')),
    );
  });
}
