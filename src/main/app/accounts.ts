/** Who may come in, and what is kept for each: sign-in, accounts, preferences, settings. */
import { join } from 'node:path';
import type { WorkspaceKind } from '../../shared/areas/auth/auth.contract.ts';
import { createTactics } from '../areas/assistant/attack-tactics.ts';
import { decidePast } from '../areas/assistant/past-decisions.store.ts';
import { drawSampleWithin } from '../areas/audits/draw.ts';
import { accountRoutes } from '../areas/auth/accounts.routes.ts';
import { createAccountService } from '../areas/auth/accounts.service.ts';
import { createAccountStore } from '../areas/auth/accounts.store.ts';
import { authRoutes } from '../areas/auth/auth.routes.ts';
import { createAuthService } from '../areas/auth/auth.service.ts';
import { createAuthStore, hasUsers, insertUser, type NewUser } from '../areas/auth/auth.store.ts';
import { createPasswordHasher } from '../areas/auth/password.ts';
import { createSignInAttempts } from '../areas/auth/sign-in-attempts.ts';
import { entityId } from '../areas/entities/entity-id.ts';
import { createCustodyKeeper } from '../areas/evidence/custody.store.ts';
import { EVIDENCE_FOLDER } from '../areas/evidence/store-file.jobs.ts';
import { readHandoverFacts } from '../areas/handover/handover-facts.jobs.ts';
import { passOverDue } from '../areas/notifications/due-check.ts';
import type { ReadCase } from '../areas/settings/demo/case-files.ts';
import { fillDemo } from '../areas/settings/demo/demo.ts';
import { type DemoContent, readDemoContent } from '../areas/settings/demo/demo-content.ts';
import type { DemoEvidence } from '../areas/settings/demo/world.ts';
import { preferenceRoutes } from '../areas/settings/preferences.routes.ts';
import { createPreferencesStore } from '../areas/settings/preferences.store.ts';
import { saveWorkspace } from '../areas/settings/workspace.store.ts';
import { createWorkspaceSettingsStore } from '../areas/settings/workspace-settings.store.ts';
import { markExerciseRows } from '../areas/training/exercise-rows.store.ts';
import type { Database } from '../db/database.ts';
import { createBlobStore } from '../platform/blob-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { NewId } from '../platform/ids.ts';
import { createDemoAlerts } from './demo-alerts.ts';
import type { KeptCase } from './demo-case.ts';

const DEMO_SEED = 412;

interface DemoSource {
  readonly appRoot: string;
  readonly newId: NewId;
  readonly seed: number;
  readonly evidence: DemoEvidence;
  readonly readCase: (content: DemoContent) => Promise<KeptCase>;
}

/** Account and workspace of a new data folder, in one transaction. False where set-up was done already. */
async function createWorkspaceOnce(
  db: Database,
  user: NewUser,
  kind: WorkspaceKind,
  demo: DemoSource,
): Promise<boolean> {
  if (kind !== 'demo') return fillWorkspace(db, user, { kind, demo, content: undefined });
  const content = readDemoContent(join(demo.appRoot, 'resources', 'demo'));
  const caseFiles = await demo.readCase(content);
  let isMade = false;
  try {
    isMade = fillWorkspace(db, user, { kind, demo, content: { ...content, caseFiles } });
    return isMade;
  } finally {
    if (!isMade) caseFiles.drop();
  }
}

interface Filling {
  readonly kind: WorkspaceKind;
  readonly demo: DemoSource;
  readonly content: (DemoContent & { readonly caseFiles: ReadCase }) | undefined;
}

function fillWorkspace(db: Database, user: NewUser, { kind, demo, content }: Filling): boolean {
  return db.write({ actor: user.id, origin: 'user', action: 'auth.setUp' }, (tx) => {
    if (hasUsers(tx)) return false;
    if (content) {
      fillDemo(tx, {
        ...demo,
        ...{ content, caseFiles: content.caseFiles },
        alerts: createDemoAlerts(tx.now),
        markExerciseRows,
        drawSample: drawSampleWithin,
        entityId,
        readHandoverFacts,
        decidePast: (past) =>
          decidePast(past, createTactics(join(demo.appRoot, 'resources', 'attack'))),
      });
      passOverDue(tx);
    }
    insertUser(tx, user);
    saveWorkspace(tx, kind);
    return true;
  });
}

export interface AccountsDeps {
  readonly dataDir: string;
  /** Of the database. */
  readonly key: Uint8Array;
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly appRoot: string;
  readonly passwordCost?: number;
  readonly demoSeed?: number;
}

export function createAccounts({ db, clock, newId, appRoot, ...deps }: AccountsDeps) {
  const store = createAuthStore(db);
  const hasher = createPasswordHasher(deps.passwordCost);
  const attempts = createSignInAttempts(store, clock);
  const seed = deps.demoSeed ?? DEMO_SEED;
  const blobs = createBlobStore(join(deps.dataDir, EVIDENCE_FOLDER), deps.key);
  const evidence = { keep: blobs.putSmall, note: createCustodyKeeper(deps.key).note };
  async function readCase(content: DemoContent): Promise<KeptCase> {
    // Readers are loaded when they are needed: once in the life of a data folder.
    const { readDemoCase } = await import('./demo-case.ts');
    return readDemoCase(content, { ...deps, blobs, newId, now: clock.now() });
  }
  const auth = createAuthService({
    ...{ store, attempts, hasher, clock, newId },
    createWorkspace: (user, kind) =>
      createWorkspaceOnce(db, user, kind, { appRoot, newId, seed, evidence, readCase }),
  });
  const accounts = createAccountStore(db);
  return {
    sessions: auth.sessions,
    isSetupRequired: auth.isSetupRequired,
    routes: [
      ...authRoutes(auth),
      ...accountRoutes(createAccountService({ auth: store, accounts, attempts, hasher, clock })),
      ...preferenceRoutes(createPreferencesStore(db), createWorkspaceSettingsStore(db)),
    ],
  };
}
