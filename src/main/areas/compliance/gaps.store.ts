/** What a gap analysis is made from, in a few queries whatever the number of controls. */
import type { GapControl } from '../../../shared/areas/compliance/gaps.rules.ts';
import { type ControlProof, isScored } from '../../../shared/areas/compliance/proof.rules.ts';
import { packOfFramework } from '../../../shared/areas/compliance/soc-proof.rules.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../../db/database.ts';
import { readControlProofs, readEvidenceOf, readProvedIds } from './proof.store.ts';
import { readTechniqueCounts, type TechniqueCount } from './threat.store.ts';

export interface ScopeFramework {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  /** The pack whose ids its controls have, also of one made by hand under a known name. */
  readonly pack: string | null;
  readonly isFromPack: boolean;
}

export interface GapInputs {
  readonly frameworks: readonly ScopeFramework[];
  readonly controls: readonly GapControl[];
  readonly techniques: readonly TechniqueCount[];
}

/** @param ids Null: every active framework. Unknown ids are left out. */
export function readScope(db: ReadDb, ids: readonly string[] | null): ScopeFramework[] {
  const wanted = ids === null ? null : JSON.stringify(ids);
  const rows = db.all<{ id: string; name: string; version: string | null; pack: string | null }>(
    `SELECT id, name, version, pack_id AS pack FROM compliance_frameworks
     WHERE deleted_at IS NULL AND (CASE WHEN ? IS NULL THEN is_active = 1
       ELSE id IN (SELECT value FROM json_each(?)) END)
     ORDER BY created_at, id`,
    wanted,
    wanted,
  );
  return rows.map(({ pack, ...row }) => ({
    ...row,
    pack: packOfFramework({ packId: pack, name: row.name }),
    isFromPack: pack !== null,
  }));
}

interface ExtraRow {
  readonly id: string;
  readonly priority: Severity;
  readonly is_automated: 0 | 1;
  readonly category: string | null;
  readonly description: string | null;
}

function readExtras(db: ReadDb): Map<string, ExtraRow> {
  const rows = db.all<ExtraRow>(
    `SELECT id, priority, is_automated, category, substr(description, 1, 300) AS description
     FROM controls WHERE deleted_at IS NULL`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function readExceptions(db: ReadDb, now: number): Map<string, number> {
  const rows = db.all<{ id: string; until: number }>(
    `SELECT control_id AS id, max(expires_at) AS until FROM control_exceptions
     WHERE deleted_at IS NULL AND ended_at IS NULL AND expires_at > ? GROUP BY control_id`,
    now,
  );
  return new Map(rows.map(({ id, until }) => [id, until]));
}

function readChallengeReasons(db: ReadDb): Map<string, string> {
  const rows = db.all<{ id: string; reason: string }>(
    "SELECT id, reason FROM control_challenges WHERE deleted_at IS NULL AND state <> 'DISMISSED'",
  );
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

const idsOf = (proofs: readonly ControlProof[], is: (proof: ControlProof) => boolean) =>
  new Set(proofs.filter(is).map(({ id }) => id));

/** The same controls with all their evidence: what was left out of those that have valid evidence. */
export function withEvidence(db: ReadDb, controls: readonly GapControl[]): ControlProof[] {
  const proofs = controls.map(({ proof }) => proof);
  const evidence = readEvidenceOf(
    db,
    idsOf(proofs, ({ evidence: known }) => known.length === 0),
  );
  return proofs.map((proof) => ({ ...proof, evidence: evidence.get(proof.id) ?? proof.evidence }));
}

/** Evidence is read of those controls alone that have none which is valid: of the others it says nothing. */
export function readGapInputs(
  db: ReadDb,
  scope: { readonly frameworkIds: readonly string[] | null; readonly now: number },
): GapInputs {
  const { now } = scope;
  const frameworks = readScope(db, scope.frameworkIds);
  const inScope = new Set(frameworks.map(({ id }) => id));
  const [only] = frameworks;
  const wanted = { now, isWithoutEvidence: true };
  const proofs = readControlProofs(
    db,
    only && frameworks.length === 1 ? { ...wanted, frameworkId: only.id } : wanted,
  ).filter((proof) => inScope.has(proof.frameworkId) && isScored(proof));
  const proved = readProvedIds(db, now);
  const evidence = readEvidenceOf(
    db,
    idsOf(proofs, ({ id }) => !proved.has(id)),
  );
  const extras = readExtras(db);
  const exceptions = readExceptions(db, now);
  const challengeReasons = readChallengeReasons(db);
  const controls = proofs.map((proof): GapControl => {
    const extra = extras.get(proof.id);
    const own = evidence.get(proof.id);
    return {
      proof: own ? { ...proof, evidence: own } : proof,
      isProved: proved.has(proof.id),
      priority: extra?.priority ?? 'MEDIUM',
      isAutomated: extra?.is_automated === 1,
      category: extra?.category ?? null,
      description: extra?.description ?? null,
      exceptionUntil: exceptions.get(proof.id) ?? null,
      challengeReasons,
    };
  });
  return { frameworks, controls, techniques: readTechniqueCounts(db, now) };
}
