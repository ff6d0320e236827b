import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { auditsTable } from '../../../db/tables/audits.table.ts';
import { integrationsTable } from '../../../db/tables/integrations.table.ts';
import { vendorsTable } from '../../../db/tables/vendors.table.ts';
import { addAuditWork } from './audit-work.ts';
import type { AuditContent } from './governance.content.ts';
import { addPolicyToPast } from './policies.ts';
import { addRiskQuantities } from './risk-quantities.ts';
import { addVendorRecords } from './vendors.ts';
import { byPerson, byWatchfloor, dateFrom, type World } from './world.ts';

export function addGovernanceToPast(world: World): void {
  for (const policy of world.content.policies) addPolicyToPast(world, policy);
  for (const audit of world.content.audits) addAudit(world, audit);
  addRiskQuantities(world);
  addVendors(world);
  addVendorRecords(world);
  addIntegrations(world);
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
