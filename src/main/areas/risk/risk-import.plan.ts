/** What a row of a file would do to the register: record a risk, change one, nothing, or why not. */
import type {
  ImportChange,
  ImportOutcome,
  ImportRow,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import {
  QUANT_FIELDS,
  type QuantInputs,
  type QuantUpdate,
  quantUpdateSchema,
} from '../../../shared/areas/risk/risk-quant.contract.ts';
import {
  type NewRisk,
  newRiskSchema,
  type RiskUpdate,
  riskUpdateSchema,
} from '../../../shared/areas/risk/risks.contract.ts';
import { IMPACT_LABELS, LIKELIHOOD_LABELS } from '../../../shared/areas/risk/risks.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import { checkRanges } from './quant.service.ts';
import { findQuantities, inputsOf } from './quant.store.ts';
import { READ_COLUMNS, READ_FIELDS, type ReadField } from './risk-export.columns.ts';
import { exportedValue } from './risk-export.rows.ts';
import type { FileRow } from './risk-import.read.ts';
import { findRisk } from './risk-rows.store.ts';

interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

/** What the rows of one file are compared with; `taken` fills as they are. */
export interface ImportFrame {
  readonly accounts: ReadonlyMap<string, Account>;
  /** Ids of live risks by their title, in small letters. */
  readonly idsByTitle: ReadonlyMap<string, readonly string[]>;
  /** What earlier rows of the file stand for, and their line. */
  readonly taken: Map<string, number>;
}

export type Planned =
  | { readonly type: 'skip' }
  | { readonly type: 'create'; readonly risk: NewRisk; readonly quantities: QuantUpdate | null }
  | {
      readonly type: 'update';
      readonly id: string;
      readonly risk: RiskUpdate | null;
      readonly quantities: QuantUpdate | null;
    };

export interface PlannedRow {
  readonly shown: ImportRow;
  readonly planned: Planned;
}

export const titleKey = (title: string): string => title.trim().replace(/\s+/g, ' ').toLowerCase();

const NUMBERS: ReadonlySet<ReadField> = new Set([
  'lossLow',
  'lossHigh',
  'frequencyLow',
  'frequencyHigh',
  'afterLossLow',
  'afterLossHigh',
  'afterFrequencyLow',
  'afterFrequencyHigh',
  'reviewMonths',
]);
const QUANTITIES: ReadonlySet<string> = new Set(QUANT_FIELDS);

/** NaN where it is none; 1,000,000 is one, 1.000,50 is not. */
function toNumber(cell: string): number {
  const tight = cell.replace(/[\s'_\u00a0]/g, '');
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(tight) ? tight.replaceAll(',', '') : tight;
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

function toScale(cell: string, labels: readonly string[]): string {
  const at = labels.findIndex((label) => label.toLowerCase() === cell.toLowerCase());
  return at === -1 ? (/^\d/.exec(cell)?.[0] ?? cell) : String(at + 1);
}

function toInput(field: ReadField, cell: string): unknown {
  if (NUMBERS.has(field)) return toNumber(cell);
  if (field === 'category' || field === 'status' || field === 'currency') return cell.toUpperCase();
  if (field === 'likelihood') return toScale(cell, LIKELIHOOD_LABELS);
  if (field === 'impact') return toScale(cell, IMPACT_LABELS);
  return cell;
}

/** A workbook keeps 15 digits, and one kind of line end. */
function isSame(before: unknown, after: unknown): boolean {
  if (typeof before === 'number' && typeof after === 'number')
    return Math.abs(before - after) <= Math.abs(before) * 1e-12;
  const plain = (value: unknown) =>
    String(value ?? '')
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a workbook has no place for them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
      .trim();
  return plain(before) === plain(after);
}

class Skipped extends Error {}

interface Owner {
  readonly id: string | null;
  readonly note: string | null;
}

/** Null where the row says nothing of an owner, or nobody is found: then the note says so. */
function ownerOf(cells: FileRow['cells'], frame: ImportFrame, current: string | null): Owner {
  const { owner, ownerEmail } = cells;
  const wanted = ownerEmail ?? owner;
  if (wanted === undefined) return { id: null, note: null };
  const isCalled = ({ name, email }: Account) =>
    email.toLowerCase() === wanted.toLowerCase() ||
    (ownerEmail === undefined && name.toLowerCase() === wanted.toLowerCase());
  const found = [...frame.accounts.values()].filter(isCalled);
  if (found.some(({ id }) => id === current)) return { id: current, note: null };
  const [first, ...others] = found.filter(({ isActive }) => isActive);
  if (!first)
    return { id: null, note: `There is no account '${wanted}': the owner is left alone.` };
  if (others.length > 0)
    return {
      id: null,
      note: `${others.length + 1} accounts are called '${wanted}': give the address. The owner is left alone.`,
    };
  return { id: first.id, note: null };
}

function targetOf(cells: FileRow['cells'], frame: ImportFrame, db: ReadDb): string | null {
  if (cells.id !== undefined && findRisk(db, cells.id)) return cells.id;
  const called = frame.idsByTitle.get(titleKey(cells.title ?? '')) ?? [];
  if (called.length > 1)
    throw new Skipped(
      `${called.length} risks are called this: give the id of the one that is meant.`,
    );
  return called[0] ?? null;
}

function firstIssue(error: { issues: readonly { message: string }[] }): never {
  throw new Skipped(error.issues[0]?.message ?? 'Cannot be read');
}

/** The ranges of a row against those that are there; null where nothing differs. */
function planQuantities(cells: FileRow['cells'], before: QuantInputs | null): QuantUpdate | null {
  const given = Object.fromEntries(
    READ_FIELDS.filter((field) => QUANTITIES.has(field) && cells[field] !== undefined)
      .map((field) => [field, toInput(field, cells[field] ?? '')] as const)
      .filter(([field, value]) => !isSame(before?.[field as keyof QuantInputs], value)),
  );
  if (Object.keys(given).length === 0) return null;
  const parsed = quantUpdateSchema.safeParse(given);
  if (!parsed.success) return firstIssue(parsed.error);
  if (before === null) {
    const needed = ['lossLow', 'lossHigh', 'frequencyLow', 'frequencyHigh'] as const;
    const missing = needed.find((field) => parsed.data[field] === undefined);
    if (missing !== undefined)
      throw new Skipped(`${READ_COLUMNS[missing].header} is required where a range is stated`);
  }
  const whole = { ...EMPTY_RANGES, ...before, ...parsed.data } as QuantInputs;
  checkRanges(whole);
  return parsed.data;
}

const EMPTY_RANGES = {
  afterLossLow: null,
  afterLossHigh: null,
  afterFrequencyLow: null,
  afterFrequencyHigh: null,
} as const;

const RISK_FIELDS = READ_FIELDS.filter(
  (field) => !QUANTITIES.has(field) && !['id', 'owner', 'ownerEmail', 'status'].includes(field),
);

function riskFieldsOf(cells: FileRow['cells']): Record<string, unknown> {
  const given = RISK_FIELDS.filter((field) => cells[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, toInput(field, cells[field] ?? '')]));
}

function planNew(cells: FileRow['cells'], frame: ImportFrame) {
  const notes: string[] = [];
  const owner = ownerOf(cells, frame, null);
  if (owner.note) notes.push(owner.note);
  const asked = cells.status?.toUpperCase();
  const isDecided = asked === 'ACCEPTED' || asked === 'TRANSFERRED';
  if (isDecided)
    notes.push(`Recorded as ASSESSED: ${asked} needs a reason, which is given with its action.`);
  const parsed = newRiskSchema.safeParse({
    ...riskFieldsOf(cells),
    owner: owner.id,
    ...(asked === undefined ? {} : { status: isDecided ? 'ASSESSED' : asked }),
  });
  if (!parsed.success) return firstIssue(parsed.error);
  const quantities = planQuantities(cells, null);
  if (cells.id !== undefined) notes.unshift('There is no risk with this id: recorded as new.');
  const planned: Planned = { type: 'create', risk: parsed.data, quantities };
  return { planned, notes, changes: [] as ImportChange[] };
}

const text = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

function planChange(db: ReadDb, cells: FileRow['cells'], frame: ImportFrame, id: string) {
  const row = findRisk(db, id);
  if (!row) throw new Skipped('There is no such risk');
  const notes: string[] = [];
  const owner = ownerOf(cells, frame, row.owner);
  if (owner.note) notes.push(owner.note);
  const status = cells.status?.toUpperCase();
  if (status !== undefined && status !== row.status)
    notes.push(`The status stays ${row.status}: it changes by its own action, with a reason.`);
  const differing = Object.fromEntries(
    Object.entries(riskFieldsOf(cells)).filter(
      ([field, value]) => !isSame(row[field as keyof typeof row], value),
    ),
  );
  const given = {
    ...differing,
    ...(owner.id === null || owner.id === row.owner ? {} : { owner: owner.id }),
  };
  const parsed = riskUpdateSchema.safeParse({ ...given, reason: 'x' });
  const isChanged = Object.keys(given).length > 0;
  if (isChanged && !parsed.success) return firstIssue(parsed.error);
  const stated = findQuantities(db, id);
  const before = stated ? inputsOf(stated) : null;
  const quantities = planQuantities(cells, before);
  const exported = {
    row,
    owner: row.owner === null ? null : (frame.accounts.get(row.owner) ?? null),
    quantities: before,
  };
  const after = { ...given, ...quantities };
  const changes = Object.entries(after).map(([field, value]) => ({
    field: READ_COLUMNS[field as ReadField].header,
    before: text(exportedValue(exported, field as ReadField)),
    after: field === 'owner' ? (frame.accounts.get(String(value))?.name ?? null) : text(value),
  }));
  const risk = isChanged && parsed.success ? (parsed.data as RiskUpdate) : null;
  return { planned: { type: 'update', id, risk, quantities } satisfies Planned, notes, changes };
}

/** Reads only. Every row is said something about; none throws. */
export function planRow(db: ReadDb, { line, cells }: FileRow, frame: ImportFrame): PlannedRow {
  const title = (cells.title ?? '').slice(0, 255);
  const shown = (outcome: ImportOutcome, reason: string | null, changes: ImportChange[] = []) => ({
    ...{ line, outcome, title, riskId: null, reason, changes },
  });
  try {
    const id = targetOf(cells, frame, db);
    const key = id ?? `title:${titleKey(cells.title ?? '')}`;
    const earlier = cells.title === undefined && id === null ? undefined : frame.taken.get(key);
    if (earlier !== undefined) throw new Skipped(`This risk stands in line ${earlier} already.`);
    const { planned, notes, changes } =
      id === null ? planNew(cells, frame) : planChange(db, cells, frame, id);
    frame.taken.set(key, line);
    const isNothing =
      planned.type === 'update' && planned.risk === null && planned.quantities === null;
    const outcome = planned.type === 'create' ? 'created' : isNothing ? 'unchanged' : 'updated';
    return { planned, shown: { ...shown(outcome, notes.join(' ') || null, changes), riskId: id } };
  } catch (error) {
    if (error instanceof Skipped || error instanceof AppError)
      return { planned: { type: 'skip' }, shown: shown('skipped', error.message) };
    throw error;
  }
}
