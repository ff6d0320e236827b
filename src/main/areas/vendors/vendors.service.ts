import {
  type NewVendor,
  type Vendor,
  type VendorFigures,
  type VendorQuery,
  type VendorUpdate,
  vendorIssues,
} from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  nextReviewAfter,
  VENDOR_TRANSITIONS,
  type VendorTransition,
  vendorTransitionsFrom,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { mergeFields } from '../../db/field-merge.ts';
import { vendorsTable } from '../../db/tables/vendors.table.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { findVendor, readFigures, rowToVendor, type VendorRow } from './vendors.store.ts';
import { listVendors, type VendorPage } from './vendors-list.store.ts';

export interface VendorServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

/** @throws AppError 'not-found'. */
export function mustFindVendor(db: ReadDb, id: string): VendorRow {
  const row = findVendor(db, id);
  if (!row) throw new AppError('not-found', 'There is no such vendor');
  return row;
}

/** @throws AppError 'conflict' with what is allowed. */
function mustBeTransition(from: VendorRow['status'], to: VendorRow['status']): VendorTransition {
  const found = VENDOR_TRANSITIONS.find((rule) => rule.from === from && rule.to === to);
  if (found) return found;
  const allowed = vendorTransitionsFrom(from);
  const names = allowed.map((rule) => `${rule.label} (${rule.to})`).join(', ') || 'nothing';
  throw new AppError(
    'conflict',
    `This vendor is ${from} and cannot become ${to}. Allowed: ${names}.`,
    { allowed: allowed.map((rule) => rule.to) },
  );
}

/** What a step changes beside the status; days that are sent win. */
function stepPatch(
  rule: VendorTransition,
  before: VendorRow,
  patch: Partial<VendorRow>,
  today: string,
): Partial<VendorRow> {
  if (rule.to === 'TERMINATED') return { nextAssessment: null };
  if (rule.action !== 'complete-review') return {};
  const last = patch.lastAssessment === undefined ? today : patch.lastAssessment;
  const tier = patch.riskTier ?? before.riskTier;
  return { lastAssessment: last, nextAssessment: nextReviewAfter(last ?? today, tier) };
}

const REASON_WORDS: Record<string, string> = {
  suspend: 'suspend',
  terminate: 'terminate',
  reinstate: 'reinstate',
};

interface Decided {
  readonly patch: Partial<VendorRow>;
  readonly action: string;
  readonly reason: string | null;
}

/** @throws AppError 'conflict' for a step there is not, 'bad-input' for a missing reason or days in disorder. */
function decide(before: VendorRow, update: VendorUpdate, today: string): Decided {
  const { status, reason = null, baseRevision, ...fields } = update;
  const sent: Partial<VendorRow> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const rule = status === undefined ? null : mustBeTransition(before.status, status);
  if (rule?.needsReason && reason === null)
    throw badField('reason', `A reason is required to ${REASON_WORDS[rule.action]} a vendor`);
  if (rule === null && before.status === 'TERMINATED' && sent.nextAssessment)
    throw new AppError('conflict', 'This vendor is TERMINATED: it is not assessed again.', {
      allowed: [],
    });
  const patch = rule ? { ...stepPatch(rule, before, sent, today), ...sent, status: rule.to } : sent;
  const [wrong] = vendorIssues({ ...before, ...patch });
  if (wrong) throw badField(wrong.path, wrong.message);
  return { patch, action: `vendors.${rule?.action ?? 'update'}`, reason };
}

export function createVendorService({ db, clock, newId }: VendorServiceDeps) {
  const today = () => localDay(clock.now());
  const get = (id: string): Vendor =>
    db.read('vendors.get', (reader) => rowToVendor(mustFindVendor(reader, id), today()));

  return {
    get,

    list: (query: VendorQuery): VendorPage =>
      db.read('vendors.list', (reader) => listVendors(reader, query, today())),

    figures: (): VendorFigures =>
      db.read('vendors.figures', (reader) => readFigures(reader, today())),

    create(vendor: NewVendor, actor: string): Vendor {
      const id = newId();
      db.write({ actor, origin: 'user', action: 'vendors.create' }, (tx) =>
        tx.insert(vendorsTable, { ...vendor, id, createdAt: tx.now, updatedAt: tx.now }),
      );
      return get(id);
    },

    update(id: string, update: VendorUpdate, actor: string): Vendor & { merged: OtherChange[] } {
      // Decided twice: to name the action before the door opens, and on the row as it is within.
      const { action, reason } = db.read('vendors.decide', (reader) =>
        decide(mustFindVendor(reader, id), update, today()),
      );
      const merged = db.write({ actor, origin: 'user', action, reason }, (tx) => {
        const before = mustFindVendor(tx, id);
        const { patch } = decide(before, update, today());
        const others = mergeFields(tx, before, patch, update.baseRevision);
        tx.update(vendorsTable, id, { ...patch, updatedAt: tx.now });
        return others;
      });
      return { ...get(id), merged };
    },
  };
}
export type VendorService = ReturnType<typeof createVendorService>;
