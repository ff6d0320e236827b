import type { ControlStatus } from '../../../../shared/areas/compliance/compliance.rules.ts';
import type { Severity } from '../../../../shared/kernel/severity.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { controlsTable, frameworksTable } from '../../../db/tables/compliance.table.ts';
import { controlEvidenceTable, evidenceTable } from '../../../db/tables/evidence.table.ts';
import { addCollectionToPast } from './collection.ts';
import { addControlTestsToPast } from './control-tests.ts';
import { demoFileOf } from './evidence-files.ts';
import type { ControlContent, FrameworkContent } from './governance.content.ts';
import { byPerson, type World } from './world.ts';

const FIRST_FRAMEWORK_DAYS = 700;
const DAYS_BETWEEN_FRAMEWORKS = 14;
/** Nothing of compliance happens in the last hours: the desk has other worries. */
const LATEST_DAYS = 1;

const PRIORITY_BY_STATUS: Partial<Record<ControlStatus, Severity>> = {
  NON_COMPLIANT: 'HIGH',
  PARTIALLY_COMPLIANT: 'MEDIUM',
};

/** Ids of controls by `<framework> <control>`, for the evidence that belongs to them. */
type ControlIds = Map<string, string>;
/** When each control came, by its id. */
type ControlTimes = Map<string, number>;

export function addComplianceToPast(world: World): void {
  const ids: ControlIds = new Map();
  const since: ControlTimes = new Map();
  world.content.frameworks.forEach((framework, index) => {
    const age = FIRST_FRAMEWORK_DAYS - index * DAYS_BETWEEN_FRAMEWORKS;
    addFramework(world, framework, world.daysAgo(age), { ids, since });
  });
  addEvidence(world, { ids, since });
  addCollectionToPast(world, ids);
  addControlTestsToPast(world, ids);
}

interface Controls {
  readonly ids: ControlIds;
  readonly since: ControlTimes;
}

function addFramework(
  world: World,
  content: FrameworkContent,
  at: number,
  { ids, since }: Controls,
): void {
  const id = world.newId();
  const officer = world.desk('priya');
  world.past.add(at, byPerson(officer, 'compliance.createFramework'), (tx) =>
    tx.insert(frameworksTable, {
      id,
      name: content.name,
      version: content.version,
      description: content.description,
      category: content.category,
      packId: content.pack ?? null,
      createdAt: at,
    }),
  );
  content.controls.forEach((control, index) => {
    const controlId = world.newId();
    ids.set(`${content.name} ${control.id}`, controlId);
    since.set(controlId, at + (index + 1) * MINUTE_MS);
    addControl(world, control, {
      framework: content,
      frameworkId: id,
      controlId,
      at: at + (index + 1) * MINUTE_MS,
    });
  });
}

interface ControlPlace {
  readonly framework: FrameworkContent;
  readonly frameworkId: string;
  readonly controlId: string;
  readonly at: number;
}

function describeControl({ why, automated }: ControlContent, { framework }: ControlPlace): string {
  if (why !== undefined) return why;
  const check = automated ? 'Checked by the systems themselves' : 'Checked by hand';
  return `${check}; evidence is kept for ${framework.name} ${framework.version}.`;
}

function addControl(world: World, control: ControlContent, place: ControlPlace): void {
  const { random, past } = world;
  const { framework, frameworkId, controlId, at } = place;
  const isPrivacy = framework.category === 'Privacy';
  const owner = world.desk(isPrivacy ? 'daniel' : 'priya');
  past.add(at, byPerson(owner, 'compliance.createControl'), (tx) =>
    tx.insert(controlsTable, {
      id: controlId,
      frameworkId,
      controlId: control.id,
      title: control.title,
      description: describeControl(control, place),
      category: control.category,
      requirement: `${framework.name} ${control.id}`,
      priority:
        PRIORITY_BY_STATUS[control.status] ?? random.pick(['LOW', 'MEDIUM', 'MEDIUM', 'HIGH']),
      isAutomated: control.automated,
      owner,
      createdAt: at,
      updatedAt: at,
    }),
  );
  if (control.status === 'NOT_ASSESSED') return;
  const assessedAt = world.daysAgo(random.int(LATEST_DAYS, 110)) - random.int(0, 9) * HOUR_MS;
  const interval = control.automated ? 90 : 180;
  past.add(assessedAt, byPerson(owner, 'compliance.assess'), (tx) =>
    tx.update(controlsTable, controlId, {
      status: control.status,
      lastAssessment: assessedAt,
      nextAssessment: assessedAt + interval * 24 * HOUR_MS,
      updatedAt: assessedAt,
    }),
  );
}

function addEvidence(world: World, controls: Controls): void {
  const { past } = world;
  for (const content of world.content.evidence) {
    const id = world.newId();
    const at = world.daysAgo(content.collected) - world.random.int(1, 8) * HOUR_MS;
    const expirationDate = at + content.validFor * 24 * HOUR_MS;
    const collector = world.desk(world.random.pick(['priya', 'daniel', 'helen']));
    past.add(at, byPerson(collector, 'evidence.collect'), (tx) => {
      const file = demoFileOf(world, content.title, at);
      const kept = file && world.evidence.keep(file.bytes);
      tx.insert(evidenceTable, {
        sha256: kept?.sha256 ?? null,
        sizeBytes: kept?.size ?? null,
        fileName: file?.name ?? null,
        mediaType: file?.mediaType ?? null,
        id,
        title: content.title,
        description: content.description,
        type: content.type,
        collectedBy: collector,
        collectionDate: at,
        receivedAt: at,
        periodStart: at - content.validFor * 24 * HOUR_MS,
        periodEnd: at,
        expirationDate,
        seriesId: id,
        createdAt: at,
        updatedAt: at,
      });
      const details = { collector: 'manual', file: file?.name ?? null };
      world.evidence.note(tx, id, 'COLLECTED', { actor: collector, details });
      if (kept)
        world.evidence.note(tx, id, 'STORED', { actor: collector, details: { bytes: kept.size } });
    });
    addReview(world, id, at, collector);
    addLinks(world, controls, { id, at, collector, controls: content.controls });
  }
}

/** Accepted by another person than the one who collected it. */
function addReview(world: World, id: string, collectedAt: number, collector: string): void {
  const reviewer = world.desk('helen') === collector ? world.desk('priya') : world.desk('helen');
  const at = collectedAt + 2 * HOUR_MS;
  world.past.add(at, byPerson(reviewer, 'evidence.review'), (tx) => {
    tx.update(evidenceTable, id, {
      verdict: 'ACCEPTED',
      reviewedBy: reviewer,
      reviewedAt: at,
      updatedAt: at,
    });
    const details = { verdict: 'ACCEPTED', isSelfApproved: false };
    world.evidence.note(tx, id, 'REVIEWED', { actor: reviewer, details });
  });
}

/** Evidence is linked to its controls when both are there. */
function addLinks(
  world: World,
  { ids, since }: Controls,
  evidence: { id: string; at: number; collector: string; controls: readonly string[] },
): void {
  for (const name of evidence.controls) {
    const controlId = ids.get(name);
    if (!controlId) throw new Error(`Evidence names an unknown control: ${name}`);
    const linkedAt = Math.max(evidence.at, since.get(controlId) ?? 0) + MINUTE_MS;
    world.past.add(linkedAt, byPerson(evidence.collector, 'evidence.link'), (tx) =>
      tx.insert(controlEvidenceTable, {
        id: world.newId(),
        controlId,
        evidenceId: evidence.id,
        createdAt: linkedAt,
      }),
    );
  }
}
