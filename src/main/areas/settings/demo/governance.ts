import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { auditsTable } from '../../../db/tables/audits.table.ts';
import { integrationsTable } from '../../../db/tables/integrations.table.ts';
import { policiesTable } from '../../../db/tables/policies.table.ts';
import { vendorsTable } from '../../../db/tables/vendors.table.ts';
import { addAuditWork } from './audit-work.ts';
import type { AuditContent, PolicyContent } from './governance.content.ts';
import { byPerson, byWatchfloor, dateFrom, type World } from './world.ts';

export function addGovernanceToPast(world: World): void {
  for (const policy of world.content.policies) addPolicy(world, policy);
  for (const audit of world.content.audits) addAudit(world, audit);
  addVendors(world);
  addIntegrations(world);
}

function policyText(world: World, { title, description, rules }: PolicyContent): string {
  const company = world.content.company.name;
  const numbered = rules.map((rule, index) => `${index + 1}. ${rule}`).join('\n');
  return `# ${title}\n\n## Purpose\n\n${description}\n\n## Scope\n\nEveryone who works for ${company}, and suppliers where their contract says so.\n\n## Rules\n\n${numbered}\n`;
}

/** Approved by another person than its author. */
function approverOf(world: World, owner: string): string {
  return world.desk(owner === 'priya' ? 'daniel' : 'priya');
}

function addPolicy(world: World, policy: PolicyContent): void {
  const { past } = world;
  const id = world.newId();
  const owner = world.desk(policy.owner);
  const createdAt = world.daysAgo(policy.age);
  past.add(createdAt, byPerson(owner, 'policies.create'), (tx) =>
    tx.insert(policiesTable, {
      id,
      title: policy.title,
      description: policy.description,
      content: policyText(world, policy),
      version: policy.version,
      category: policy.category,
      owner,
      createdAt,
      updatedAt: createdAt,
    }),
  );
  if (policy.status === 'DRAFT') return;
  const submittedAt = world.daysAgo((policy.effective ?? Math.floor(policy.age / 2)) + 6);
  past.add(submittedAt, byPerson(owner, 'policies.submit'), (tx) =>
    tx.update(policiesTable, id, { status: 'UNDER_REVIEW', updatedAt: submittedAt }),
  );
  if (policy.status === 'UNDER_REVIEW') return;
  addApproval(world, policy, id);
}

function addApproval(world: World, policy: PolicyContent, id: string): void {
  const { now, past } = world;
  const approver = approverOf(world, policy.owner);
  const effective = policy.effective ?? 0;
  const approvedAt = world.daysAgo(effective + 2);
  past.add(approvedAt, byPerson(approver, 'policies.approve'), (tx) =>
    tx.update(policiesTable, id, {
      status: 'APPROVED',
      approver,
      effectiveDate: dateFrom(now, -effective),
      reviewDate: dateFrom(now, -effective),
      nextReviewDate: policy.nextReview === undefined ? null : dateFrom(now, policy.nextReview),
      updatedAt: approvedAt,
    }),
  );
  if (policy.nextReview === undefined || policy.nextReview > 0) return;
  const dueAt = world.daysAgo(-policy.nextReview) - HOUR_MS;
  past.add(dueAt, byWatchfloor('policies.outdate'), (tx) =>
    tx.update(policiesTable, id, { isOutdated: true, updatedAt: dueAt }),
  );
  if (policy.status !== 'DEPRECATED') return;
  past.add(dueAt + DAY_MS, byPerson(approver, 'policies.deprecate', policy.description), (tx) =>
    tx.update(policiesTable, id, { status: 'DEPRECATED', updatedAt: dueAt + DAY_MS }),
  );
}

function addVendors(world: World): void {
  const { now } = world;
  for (const vendor of world.content.vendors) {
    const createdAt = world.daysAgo(-vendor.lastAssessment + 200);
    const assessedAt = world.daysAgo(-vendor.lastAssessment) - HOUR_MS;
    const id = world.newId();
    const officer = world.desk('priya');
    const { certifications, lastAssessment, nextAssessment, contractExpiry, status, ...content } =
      vendor;
    world.past.add(createdAt, byPerson(officer, 'vendors.create'), (tx) =>
      tx.insert(vendorsTable, {
        ...content,
        id,
        riskScore: null,
        contractExpiry: dateFrom(now, contractExpiry),
        complianceCertifications: certifications,
        createdAt,
        updatedAt: createdAt,
      }),
    );
    world.past.add(assessedAt, byPerson(officer, 'vendors.assess'), (tx) =>
      tx.update(vendorsTable, id, {
        riskScore: content.riskScore,
        lastAssessment: dateFrom(now, lastAssessment),
        nextAssessment: nextAssessment === null ? null : dateFrom(now, nextAssessment),
        updatedAt: assessedAt,
      }),
    );
    if (status === 'ACTIVE') continue;
    const changedAt = world.daysAgo(6) - HOUR_MS;
    world.past.add(changedAt, byPerson(officer, VENDOR_ACTIONS[status]), (tx) =>
      tx.update(vendorsTable, id, { status, updatedAt: changedAt }),
    );
  }
}

const VENDOR_ACTIONS = {
  UNDER_REVIEW: 'vendors.review',
  SUSPENDED: 'vendors.suspend',
  TERMINATED: 'vendors.terminate',
} as const;

function addAudit(world: World, audit: AuditContent): void {
  const { now, past } = world;
  const id = world.newId();
  const createdAt = world.daysAgo(Math.max(40, 60 - audit.start));
  const assignee = world.desk('helen');
  past.add(createdAt, byPerson(world.desk('priya'), 'audits.schedule'), (tx) =>
    tx.insert(auditsTable, {
      id,
      title: audit.title,
      description: audit.description,
      type: audit.type,
      framework: audit.framework,
      auditor: audit.auditor,
      startDate: dateFrom(now, audit.start),
      endDate: dateFrom(now, audit.end),
      assignedTo: assignee,
      createdAt,
      updatedAt: createdAt,
    }),
  );
  if (audit.status === 'PLANNED') return;
  const startedAt = world.daysAgo(-audit.start);
  past.add(startedAt, byPerson(assignee, 'audits.start'), (tx) =>
    tx.update(auditsTable, id, {
      status: 'IN_PROGRESS',
      startedAt,
      updatedAt: startedAt,
      ...preparation(audit, startedAt),
    }),
  );
  const toldAt = audit.report === undefined ? startedAt + 5 * DAY_MS : world.daysAgo(-audit.report);
  addAuditWork(world, audit, { id, startedAt, toldAt });
  const action = {
    COMPLETED: 'audits.complete',
    FAILED: 'audits.fail',
    IN_PROGRESS: 'audits.record',
  } as const;
  past.add(toldAt, byPerson(assignee, action[audit.status]), (tx) =>
    tx.update(auditsTable, id, {
      status: audit.status,
      endedAt: audit.status === 'IN_PROGRESS' ? null : toldAt,
      reportDate: audit.report === undefined ? null : dateFrom(now, audit.report),
      recommendations: audit.recommendations ?? null,
      updatedAt: toldAt,
    }),
  );
}

/** The evidence package is put together on the days before the audit begins. */
function preparation({ preparationHours }: AuditContent, startedAt: number) {
  if (preparationHours === undefined) return {};
  const packageReadyAt = startedAt - DAY_MS;
  return { preparationStartedAt: packageReadyAt - preparationHours * HOUR_MS, packageReadyAt };
}

function addIntegrations(world: World): void {
  const officer = world.desk('jonas');
  world.content.integrations.forEach(([name, type, vendor, status, synced], index) => {
    const id = world.newId();
    const createdAt = world.daysAgo(420 - index * 21);
    world.past.add(createdAt, byPerson(officer, 'integrations.add'), (tx) =>
      tx.insert(integrationsTable, { id, name, type, vendor, createdAt, updatedAt: createdAt }),
    );
    if (status === 'DISCONNECTED') return;
    const lastSync = synced === null ? null : world.ago(synced);
    const changedAt = lastSync ?? createdAt + MINUTE_MS;
    world.past.add(changedAt, byWatchfloor('integrations.sync'), (tx) =>
      tx.update(integrationsTable, id, { status, lastSync, updatedAt: changedAt }),
    );
  });
}
