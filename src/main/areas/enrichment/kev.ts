/** CISA's catalogue of vulnerabilities that are known to be exploited, as JSON and as CSV. */
import { z } from 'zod';
import type { KevEntry } from '../../../shared/areas/enrichment/enrichment.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { KevFile } from './enrichment.types.ts';

const MOST_ENTRIES = 100_000;
const short = z.string().max(4_000).default('');

const entrySchema = z.object({
  cveID: z.string().regex(/^CVE-\d{4}-\d{4,10}$/i),
  ...{ vendorProject: short, product: short, vulnerabilityName: short, dateAdded: short },
  ...{ requiredAction: short, dueDate: short, knownRansomwareCampaignUse: short },
});
const fileSchema = z.object({
  title: z.string().max(500).optional(),
  dateReleased: z.string().max(60).optional(),
  vulnerabilities: z.array(z.unknown()).max(MOST_ENTRIES),
});

const clean = (text: string, most: number) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, most);

function collect(records: Iterable<unknown>, date: string | null, source: string | null): KevFile {
  const entries = new Map<string, KevEntry>();
  const rejected = new Map<string, number>();
  for (const record of records) {
    const read = entrySchema.safeParse(record);
    if (!read.success) {
      const reason = 'entries without a CVE number, or with a field that cannot be';
      rejected.set(reason, (rejected.get(reason) ?? 0) + 1);
      continue;
    }
    const one = read.data;
    const cve = one.cveID.toUpperCase();
    entries.set(cve, {
      cve,
      ...{ title: clean(one.vulnerabilityName, 300), vendor: clean(one.vendorProject, 120) },
      ...{ product: clean(one.product, 160), added: clean(one.dateAdded, 30) },
      ...{ due: clean(one.dueDate, 30), ransomware: clean(one.knownRansomwareCampaignUse, 30) },
      action: clean(one.requiredAction, 800),
    });
  }
  if (entries.size === 0) throw new AppError('bad-input', 'No vulnerability is in this file');
  return { entries: [...entries.values()], rejected, date, source };
}

const dayOf = (text: string | undefined) => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
};

export function readKevJson(text: string): KevFile {
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw new AppError('bad-input', 'This file begins as JSON, but is none');
  }
  const read = fileSchema.safeParse(raw);
  if (!read.success) {
    throw new AppError(
      'bad-input',
      'This JSON is no catalogue of exploited vulnerabilities: it has no list "vulnerabilities" of up to 100,000 entries',
    );
  }
  const { title, dateReleased, vulnerabilities } = read.data;
  return collect(vulnerabilities, dayOf(dateReleased), title ?? null);
}

/** RFC 4180: quotes may hold separators and line ends. */
function* csvRecords(text: string): Generator<string[]> {
  let cells: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; ) {
        const end = text.indexOf('"', at);
        const stop = end < 0 ? text.length : end;
        cell += text.slice(at, stop);
        at = stop + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
    }
    const rest = /[,\n]/g;
    rest.lastIndex = at;
    const mark = rest.exec(text);
    const stop = mark?.index ?? text.length;
    cells.push((cell + text.slice(at, stop)).replace(/\r$/, ''));
    at = stop + 1;
    if (mark?.[0] === ',') continue;
    yield cells;
    cells = [];
  }
}

export const isKevHead = (line: string): boolean => /^\uFEFF?"?cveID"?\s*,/i.test(line);

/** A CSV does not say when it was published: the newest entry is not younger. */
export function readKevCsv(text: string): KevFile {
  const [head = [], ...rows] = [...csvRecords(text.replace(/^\uFEFF/, ''))];
  if (rows.length > MOST_ENTRIES)
    throw new AppError('bad-input', 'A catalogue holds at most 100,000 vulnerabilities');
  const names = Object.keys(entrySchema.shape);
  const columns = head.map(
    (cell) => names.find((name) => name.toLowerCase() === cell.trim().toLowerCase()) ?? '',
  );
  const records = rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => Object.fromEntries(row.map((cell, n) => [columns[n] ?? '', cell])));
  const { date: _, ...read } = collect(records, null, null);
  const newest = read.entries
    .map(({ added }) => added)
    .toSorted()
    .at(-1);
  return { ...read, date: dayOf(newest) };
}
