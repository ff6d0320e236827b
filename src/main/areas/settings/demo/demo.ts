import { usersTable } from '../../../db/tables/auth.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { NewId } from '../../../platform/ids.ts';
import { saveDemoAccounts } from '../workspace.store.ts';
import type { AlertDoor } from './alert-door.ts';
import { createAlerts } from './alerts.ts';
import { addAuditSampleToPast, type DrawDemoSample } from './audit-sample.ts';
import type { ReadCase } from './case-files.ts';
import { addComplianceToPast } from './compliance.ts';
import type { DemoContent } from './demo-content.ts';
import { addDiscussionToPast } from './discussion.ts';
import { addEntitiesToPast, type EntityIdOf } from './entities.ts';
import { exerciseMarks } from './exercise-marks.ts';
import { addGovernanceToPast } from './governance.ts';
import { addHandoversToPast, type ReadFacts } from './handovers.ts';
import { addIncidentToPast } from './incidents.ts';
import { addInvestigationsToPast } from './investigations.ts';
import { addNotificationsToPast } from './notifications.ts';
import { addRisksToPast, addSnapshotsToPast } from './risks.ts';
import { addSuppressionToPast } from './suppression.ts';
import { addAlertsToPast } from './triage.ts';
import { addVendorAssessments } from './vendor-assessments.ts';
import { addVendorReassessments } from './vendor-reassessments.ts';
import { addViewsToPast } from './views.ts';
import { byWatchfloor, createWorld, type DemoEvidence, type World } from './world.ts';

export interface DemoDeps {
  readonly content: DemoContent;
  readonly alerts: AlertDoor;
  readonly newId: NewId;
  readonly evidence: DemoEvidence;
  /** Files of one investigation, read beforehand. */
  readonly caseFiles: ReadCase;
  /** The same seed gives the same demo, whatever the moment. */
  readonly seed: number;
  /** Remembers the rows that the training area's exercises work on; wired in `main/app`. */
  readonly markExerciseRows: (
    tx: WriteTx,
    marks: readonly { readonly part: string; readonly id: string }[],
  ) => void;
  /** Of the entities area: the id of what is said of one. */
  readonly entityId: EntityIdOf;
  /** Of the handover area: figures and lines of a span, as of the moment of reading. */
  readonly readHandoverFacts: ReadFacts;
  /** Of the engine: what it would have said of the alerts of the past, before their verdicts. */
  readonly decidePast: (tx: WriteTx) => void;
  /** Of the audits area: freezes a population and draws from it. */
  readonly drawSample: DrawDemoSample;
}

const DESK_SINCE_DAYS = 1400;

/**
 * Fills an empty workspace with a company's past, written through the write door moment by moment,
 * so that every figure is computed from it by the queries that serve real data. Must come before
 * any other write of the transaction: a past cannot follow the present.
 */
export function fillDemo(tx: WriteTx, deps: DemoDeps): void {
  const { content, alerts: door, newId, evidence, seed } = deps;
  const world = createWorld({ now: tx.now, content, newId, evidence, seed });
  addDesk(world);
  const alerts = createAlerts(world, door);
  addAlertsToPast(world, door, alerts);
  addSuppressionToPast(world, door);
  addInvestigationsToPast(world, alerts, deps.caseFiles);
  addDiscussionToPast(world, alerts);
  addComplianceToPast(world);
  addRisksToPast(world);
  addSnapshotsToPast(world);
  addGovernanceToPast(world);
  addVendorAssessments(world);
  addVendorReassessments(world, alerts);
  addAuditSampleToPast(world, deps.drawSample);
  addNotificationsToPast(world, alerts);
  addEntitiesToPast(world, deps.entityId);
  addHandoversToPast(world, deps.readHandoverFacts);
  addViewsToPast(world);
  addIncidentToPast(world, alerts);
  world.past.replay(tx);
  deps.decidePast(tx);
  deps.markExerciseRows(tx, exerciseMarks(world, alerts));
  saveDemoAccounts(
    tx,
    content.company.desk.map(({ key }) => world.desk(key)),
  );
}

/** The colleagues have accounts, so that what they did has a name; they have no password and cannot sign in. */
function addDesk(world: World): void {
  const at = world.daysAgo(DESK_SINCE_DAYS);
  for (const { key, firstName, lastName, role } of world.content.company.desk) {
    world.past.add(at, byWatchfloor('auth.createAccount'), (tx) =>
      tx.insert(usersTable, {
        id: world.desk(key),
        email: `${key}@${world.company.domain}`,
        firstName,
        lastName,
        role,
        createdAt: at,
        updatedAt: at,
      }),
    );
  }
}
