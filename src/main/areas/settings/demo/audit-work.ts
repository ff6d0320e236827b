/** What the demo's audits asked for and found, and what became of it. */
import { findingDueAt } from '../../../../shared/areas/audits/findings.rules.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/kernel/time.ts';
import type { RowOf } from '../../../db/statements.ts';
import {
  auditFrameworksTable,
  auditRequestControlsTable,
  auditRequestEvidenceTable,
  auditRequestsTable,
  type RequestStatus,
} from '../../../db/tables/audit-work.table.ts';
import { auditsTable } from '../../../db/tables/audits.table.ts';
import { findingsTable } from '../../../db/tables/findings.table.ts';
import {
  type AskedControl,
  type AskedPeriod,
  controlsToAsk,
  evidenceOfPeriod,
  frameworkByName,
  nextFindingNumber,
} from './audit-work.store.ts';
import type { AuditContent } from './governance.content.ts';
import { byPerson, dateFrom, type World } from './world.ts';

const FRAMEWORK_NAMES: Record<AuditContent['framework'], string> = {
  SOC2: 'SOC 2 Type II',
  ISO27001: 'ISO 27001',
  'PCI-DSS': 'PCI DSS',
  HIPAA: 'HIPAA',
  GDPR: 'GDPR',
  NIST: 'NIST CSF',
};

const REQUESTS = 6;
const PERIOD_DAYS = 90;
const EVIDENCE_A_REQUEST = 2;
/** How far the requests of an audit that runs, or that failed, came; those of a completed one are accepted. */
const COURSES: Partial<Record<AuditContent['status'], readonly RequestStatus[]>> = {
  IN_PROGRESS: ['ACCEPTED', 'ACCEPTED', 'PROVIDED', 'RETURNED', 'OPEN', 'OPEN'],
  FAILED: ['ACCEPTED', 'RETURNED', 'OPEN', 'OPEN', 'OPEN', 'OPEN'],
};

export interface AuditPlace {
  readonly id: string;
  readonly startedAt: number;
  /** When it told what it found. */
  readonly toldAt: number;
}

export function addAuditWork(world: World, audit: AuditContent, place: AuditPlace): void {
  addScope(world, audit, place);
  addRequests(world, audit, place);
  const found = audit.findings ?? [];
  found.forEach((finding, index) => {
    addFinding(world, finding, { ...place, toldAt: place.toldAt + index });
  });
}

function addScope(world: World, audit: AuditContent, { id, startedAt }: AuditPlace): void {
  const at = startedAt - 16 * DAY_MS;
  world.past.add(at, byPerson(world.desk('helen'), 'audits.update'), (tx) => {
    tx.update(auditsTable, id, {
      periodStart: dateFrom(startedAt, -PERIOD_DAYS),
      periodEnd: dateFrom(startedAt, -1),
      updatedAt: at,
    });
    const frameworkId = frameworkByName(tx, FRAMEWORK_NAMES[audit.framework]);
    if (frameworkId === undefined) return;
    tx.insert(auditFrameworksTable, {
      id: world.newId(),
      auditId: id,
      frameworkId,
      createdAt: at,
    });
  });
}

/** The inner days of an audit's period. */
const askedPeriod = (startedAt: number): AskedPeriod => ({
  from: startedAt - (PERIOD_DAYS - 1) * DAY_MS,
  to: startedAt - 2 * DAY_MS,
});

function addRequests(world: World, audit: AuditContent, { id, startedAt }: AuditPlace): void {
  const askedAt = startedAt - 15 * DAY_MS;
  const ids = Array.from({ length: REQUESTS }, () => world.newId());
  const asked = new Map<string, AskedControl>();
  world.past.add(askedAt, byPerson(world.desk('helen'), 'audits.generateRequests'), (tx) => {
    const frameworkId = frameworkByName(tx, FRAMEWORK_NAMES[audit.framework]);
    if (frameworkId === undefined) return;
    controlsToAsk(tx, frameworkId, askedPeriod(startedAt), REQUESTS).forEach((control, index) => {
      const requestId = ids[index];
      if (requestId === undefined) return;
      asked.set(requestId, control);
      tx.insert(auditRequestsTable, {
        id: requestId,
        auditId: id,
        number: index + 1,
        title: `${control.ref} ${control.title}: records of the period`,
        description: 'What shows that the control worked through the whole period.',
        controlId: control.controlId,
        owner: world.desk(index % 2 === 0 ? 'priya' : 'jonas'),
        // The last one is still to come where the audit runs; the one before is late.
        due: dateFrom(startedAt, index === REQUESTS - 1 ? 18 : 5),
        origin: 'scope',
        createdBy: world.desk('helen'),
        createdAt: askedAt,
        updatedAt: askedAt,
      });
      tx.insert(auditRequestControlsTable, {
        id: world.newId(),
        requestId,
        controlId: control.controlId,
        createdAt: askedAt,
      });
    });
  });
  ids.forEach((requestId, index) => {
    const status = COURSES[audit.status]?.[index] ?? 'ACCEPTED';
    const period = askedPeriod(startedAt);
    addAnswer(world, { requestId, status, at: startedAt + index * HOUR_MS, asked, period });
  });
}

interface Answer {
  readonly requestId: string;
  readonly status: RequestStatus;
  /** When it was provided. */
  readonly at: number;
  readonly asked: ReadonlyMap<string, AskedControl>;
  readonly period: AskedPeriod;
}

function addAnswer(world: World, { requestId, status, at, asked, period }: Answer): void {
  if (status === 'OPEN') return;
  const officer = world.desk('priya');
  world.past.add(at, byPerson(officer, 'audits.provideRequest'), (tx) => {
    const control = asked.get(requestId);
    if (!control) return;
    const evidence = evidenceOfPeriod(tx, control.controlId, period, EVIDENCE_A_REQUEST);
    for (const evidenceId of evidence) {
      tx.insert(auditRequestEvidenceTable, {
        id: world.newId(),
        requestId,
        evidenceId,
        addedBy: officer,
        createdAt: at,
      });
    }
    tx.update(auditRequestsTable, requestId, {
      status: 'PROVIDED',
      providedNote: evidence.length === 0 ? 'Shown on the screen at the interview.' : null,
      providedBy: officer,
      providedAt: at,
      updatedAt: at,
    });
  });
  if (status === 'PROVIDED') return;
  const decidedAt = at + 20 * HOUR_MS;
  const isAccepted = status === 'ACCEPTED';
  const decisionNote = isAccepted ? null : 'The last weeks of the period are missing.';
  const verb = isAccepted ? 'audits.acceptRequest' : 'audits.returnRequest';
  const caller = byPerson(world.desk('helen'), verb, decisionNote ?? undefined);
  world.past.add(decidedAt, caller, (tx) => {
    if (!asked.has(requestId)) return;
    tx.update(auditRequestsTable, requestId, {
      status,
      decisionNote,
      decidedBy: world.desk('helen'),
      decidedAt,
      updatedAt: decidedAt,
    });
  });
}

type FindingContent = NonNullable<AuditContent['findings']>[number];

function addFinding(world: World, finding: FindingContent, { id: auditId, toldAt }: AuditPlace) {
  const id = world.newId();
  const helen = world.desk('helen');
  world.past.add(toldAt, byPerson(helen, 'findings.create'), (tx) =>
    tx.insert(findingsTable, {
      id,
      auditId,
      number: nextFindingNumber(tx),
      title: finding.title,
      severity: finding.severity,
      owner: world.desk('jonas'),
      dueAt: findingDueAt(finding.severity, toldAt),
      createdBy: helen,
      createdAt: toldAt,
      updatedAt: toldAt,
    }),
  );
  addCourse(world, finding, { id, toldAt });
}

const PLANS = {
  plan: 'Done with the next window of changes; the owner reports each week.',
  done: 'Put right, and the procedure changed so that it stays so.',
  retest: 'Ten cases of the last weeks looked at: nothing found.',
  accept:
    'The cost of putting it right is above the loss that is to be expected; looked at again then.',
} as const;

/** The steps of a finding up to where it is; never later than the end of the demo's past. */
function addCourse(
  world: World,
  { course }: FindingContent,
  { id, toldAt }: { id: string; toldAt: number },
): void {
  const [jonas, helen, priya] = [world.desk('jonas'), world.desk('helen'), world.desk('priya')];
  const step = (after: number, actor: string, verb: string, patch: FindingPatch, note: string) => {
    const at = toldAt + after * DAY_MS;
    world.past.add(at, byPerson(actor, `findings.${verb}`, note), (tx) =>
      tx.update(findingsTable, id, { ...patch, updatedAt: at }),
    );
    return at;
  };
  if (course === 'OPEN') return;
  if (course === 'ACCEPTED') {
    const acceptedUntil = dateFrom(world.now, 150);
    const patch = { acceptedBy: priya, acceptedReason: PLANS.accept, acceptedUntil };
    step(2, priya, 'accept', { status: 'ACCEPTED', ...patch }, PLANS.accept);
    return;
  }
  step(2, jonas, 'plan', { status: 'REMEDIATION', remediationPlan: PLANS.plan }, PLANS.plan);
  if (course === 'REMEDIATION') return;
  const remediated = { remediatedBy: jonas, remediationNote: PLANS.done };
  const remediatedAt = toldAt + 12 * DAY_MS;
  step(12, jonas, 'remediate', { status: 'RETEST', ...remediated, remediatedAt }, PLANS.done);
  if (course === 'RETEST') return;
  const closedAt = toldAt + 16 * DAY_MS;
  const retested = { retestedBy: helen, retestNote: PLANS.retest, retestResult: 'PASS' } as const;
  const closed = { status: 'CLOSED', closedAt, retestedAt: closedAt } as const;
  step(16, helen, 'close', { ...closed, ...retested }, PLANS.retest);
}

type FindingPatch = Partial<RowOf<typeof findingsTable>>;
