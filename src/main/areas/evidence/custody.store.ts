/**
 * Writes and reads the chain of custody (rules: shared/areas/evidence/custody.rules.ts).
 *
 * Each entry is sealed over its fields and the seal before it (custody-seals.ts). The write door's audit entry of the same transaction carries the
 * seal as its reason: a chain whose end was cut, or that was written anew, no longer agrees with it.
 */
import {
  type CustodyAction,
  type CustodyEntry,
  type CustodyProblem,
  checkChain,
  custodyId,
  keyOfSeal,
  positionOfId,
} from '../../../shared/areas/evidence/custody.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import { evidenceCustodyTable } from '../../db/tables/custody.table.ts';
import { readSharing, saveSharing } from '../../db/workspace-key.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { confirmedBy, markOf, readSeals, sealStates, sealsToWrite } from './custody-seals.ts';

const CUSTODY_AUDIT_ACTION = 'evidence.custody';

export interface CustodyNote {
  /** The account; null where Watchfloor did it by itself. */
  readonly actor: string | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Chain {
  readonly entries: readonly CustodyEntry[];
  readonly problems: readonly CustodyProblem[];
}

function readEntries(db: ReadDb, evidenceId: string) {
  return db.rows(
    evidenceCustodyTable,
    'SELECT * FROM evidence_custody WHERE evidence_id = ? ORDER BY position, id',
    evidenceId,
  );
}

const ownNode = (db: ReadDb) =>
  db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'node_id'")?.value;

const readEvidence = (db: ReadDb, id: string) =>
  db.get<{ sha256: string | null; investigationId: string | null }>(
    'SELECT sha256, investigation_id AS investigationId FROM evidence WHERE id = ?',
    id,
  );

/** What the audit log knows of the chain: seals by the entries' ids. */
function readAnchors(db: ReadDb, evidenceId: string): Map<string, string> {
  // Ids of a chain lie between '<id>:' and '<id>;' in the index.
  const rows = db.all<{ id: string; mac: string | null }>(
    `SELECT record_id AS id, reason AS mac FROM audit_log
     WHERE record_id >= ? AND record_id < ? AND action = ? ORDER BY seq`,
    `${evidenceId}:`,
    `${evidenceId};`,
    CUSTODY_AUDIT_ACTION,
  );
  const anchors = new Map<string, string>();
  for (const { id, mac } of rows)
    if (positionOfId(id, evidenceId) !== null && mac !== null && !anchors.has(id))
      anchors.set(id, mac);
  return anchors;
}

/** An entry that was cut off leaves its number free for ever. */
function nextPosition(db: ReadDb, evidenceId: string, last: number): number {
  const written = [...readAnchors(db, evidenceId).keys()];
  return Math.max(last, ...written.map((id) => positionOfId(id, evidenceId) ?? 0)) + 1;
}

/** Whose chain it is: '' until this workspace was shared for the first time. */
const chainHere = (db: ReadDb): string => (readSharing(db) === null ? '' : (ownNode(db) ?? ''));

export interface CustodyKeeper {
  /** Adds an entry in the caller's transaction; `sha256` is taken from the evidence. */
  note(tx: WriteTx, evidenceId: string, action: CustodyAction, note: CustodyNote): void;
  /** As `note`, unless the same person did the same within the last ten minutes. */
  noteOnce(tx: WriteTx, evidenceId: string, action: CustodyAction, note: CustodyNote): void;
  /** An entry that another workspace made: as it was, sealed by this one's key, after the last here. */
  adopt(tx: WriteTx, entry: Omit<CustodyEntry, 'id' | 'previous' | 'mac'>): void;
  read(db: ReadDb, evidenceId: string): CustodyEntry[];
  check(db: ReadDb, evidenceId: string): Chain;
  /** Whether seals from before this workspace was shared may have to be confirmed. */
  isToConfirm(db: ReadDb): boolean;
  /** Evidence whose older seals only this workstation may be able to check; other workstations' too. */
  toConfirm(db: ReadDb): string[];
  /** Confirms what this workstation sealed with its own key, for those who have the shared one alone. */
  confirm(tx: WriteTx, evidenceId: string): void;
  /** All of `toConfirm` was. */
  confirmedAll(tx: WriteTx): void;
}

const ONCE_WITHIN_MS = 10 * 60_000;
/** Of one entry that confirms others: some 13 kB. */
const MOST_MARKS = 200;

/** @param databaseKey Of the database; the workspace's secret is wrapped under it. */
export function createCustodyKeeper(databaseKey: Uint8Array): CustodyKeeper {
  function note(
    tx: WriteTx,
    evidenceId: string,
    action: CustodyAction,
    { actor, details }: CustodyNote,
  ): void {
    const seals = sealsToWrite(tx, databaseKey);
    if (seals.isShared && action !== 'CONFIRMED') confirm(tx, evidenceId);
    const last = tx.rows(
      evidenceCustodyTable,
      'SELECT * FROM evidence_custody WHERE evidence_id = ? ORDER BY position DESC, id DESC LIMIT 1',
      evidenceId,
    )[0];
    const position = nextPosition(tx, evidenceId, last?.position ?? 0);
    const chain = chainHere(tx);
    const evidence = readEvidence(tx, evidenceId);
    const fields = {
      evidenceId,
      position,
      action,
      actor,
      at: tx.now,
      sha256: evidence?.sha256 ?? null,
      details: details === undefined ? null : JSON.stringify(details),
      previous: last?.mac ?? null,
    };
    const mac = seals.seal(fields);
    const origin = actor === null ? 'system' : 'user';
    const caller = { actor, origin, action: CUSTODY_AUDIT_ACTION, reason: mac } as const;
    tx.asOf(tx.now, caller, (sealing) =>
      sealing.insert(evidenceCustodyTable, {
        id: custodyId(evidenceId, position, chain),
        ...fields,
        mac,
        chain,
        investigationId: evidence?.investigationId ?? null,
      }),
    );
  }

  function confirm(tx: WriteTx, evidenceId: string): void {
    const entries = readEntries(tx, evidenceId);
    if (entries.every(({ mac }) => keyOfSeal(mac) !== null)) return;
    const seals = readSeals(tx, databaseKey);
    if (!seals.isShared) return;
    const known = confirmedBy(seals, entries);
    const anchors = readAnchors(tx, evidenceId);
    const own = entries.filter(
      (entry) =>
        keyOfSeal(entry.mac) === null &&
        !known.has(entry.id) &&
        anchors.get(entry.id) === entry.mac &&
        seals.check(entry) === 'right',
    );
    for (let from = 0; from < own.length; from += MOST_MARKS) {
      const some = own.slice(from, from + MOST_MARKS);
      const marks = Object.fromEntries(some.map((entry) => [entry.id, markOf(entry)]));
      note(tx, evidenceId, 'CONFIRMED', { actor: null, details: { marks } });
    }
  }

  return {
    note,
    confirm,
    isToConfirm: (db) => readSharing(db) === 'to-confirm' && readSeals(db, databaseKey).isShared,
    toConfirm(db) {
      return db
        .all<{ id: string }>(
          `SELECT DISTINCT evidence_id AS id FROM evidence_custody
           WHERE instr(mac, '.') = 0 AND deleted_at IS NULL ORDER BY evidence_id`,
        )
        .map(({ id }) => id);
    },
    confirmedAll(tx) {
      if (readSharing(tx) === 'to-confirm') saveSharing(tx, 'confirmed');
    },
    noteOnce(tx, evidenceId, action, custodyNote) {
      const recent = tx.get(
        `SELECT 1 FROM evidence_custody
         WHERE evidence_id = ? AND action = ? AND actor IS ? AND at > ? LIMIT 1`,
        evidenceId,
        action,
        custodyNote.actor,
        tx.now - ONCE_WITHIN_MS,
      );
      if (!recent) note(tx, evidenceId, action, custodyNote);
    },
    adopt(tx, { evidenceId, position, action, actor, at, sha256, details }) {
      const previous = readEntries(tx, evidenceId).at(-1)?.mac ?? null;
      const fields = { evidenceId, position, action, actor, at, sha256, details, previous };
      const mac = sealsToWrite(tx, databaseKey).seal(fields);
      const caller = { actor: null, origin: 'system', action: CUSTODY_AUDIT_ACTION } as const;
      tx.asOf(tx.now, { ...caller, reason: mac }, (sealing) =>
        sealing.insert(evidenceCustodyTable, {
          id: custodyId(evidenceId, position),
          ...fields,
          mac,
          investigationId: readEvidence(tx, evidenceId)?.investigationId ?? null,
        }),
      );
    },
    read: readEntries,
    check(db, evidenceId) {
      const entries = readEntries(db, evidenceId);
      const anchors = readAnchors(db, evidenceId);
      const nodes = new Map(entries.map(({ id, rowVersion }) => [id, rowVersion.slice(17)]));
      const own = ownNode(db);
      const isOfOther = ({ id }: CustodyEntry) => nodes.get(id) !== own;
      const sealOf = sealStates(readSeals(db, databaseKey), entries, isOfOther);
      return { entries, problems: checkChain({ evidenceId, entries, anchors, sealOf }) };
    },
  };
}
