/** Policies with their versions and approvals; some of them evidence of the controls they answer. */
import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/kernel/time.ts';
import { controlEvidenceTable, evidenceTable } from '../../../db/tables/evidence.table.ts';
import {
  policiesTable,
  policyApprovalsTable,
  policyControlsTable,
  policyVersionsTable,
} from '../../../db/tables/policies.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { addAttestationsToPast } from './attestations.ts';
import type { PolicyContent } from './governance.content.ts';
import { controlByName } from './policies.store.ts';
import { byPerson, byWatchfloor, dateFrom, type World } from './world.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** One version as the demo tells of it; moments in milliseconds. */
interface Told {
  readonly policyId: string;
  readonly id: string;
  readonly number: number;
  readonly version: string;
  readonly content: string;
  readonly note: string | null;
  readonly begun: number;
}

function policyText(
  world: World,
  { title, description }: PolicyContent,
  rules: readonly string[],
): string {
  const company = world.content.company.name;
  const numbered = rules.map((rule, index) => `${index + 1}. ${rule}`).join('\n');
  return `# ${title}\n\n## Purpose\n\n${description}\n\n## Scope\n\nEveryone who works for ${company}, and suppliers where their contract says so.\n\n## Rules\n\n${numbered}\n`;
}

/** The number before: 4.1 → 4.0, 3.0 → 2.0. */
function versionBefore(version: string): string {
  const [major = 1, minor = 0] = version.split('.').map(Number);
  return minor > 0 ? `${major}.${minor - 1}` : `${Math.max(0, major - 1)}.0`;
}

/** Approved by another person than its author. */
function approverOf(world: World, owner: string): string {
  return world.desk(owner === 'priya' ? 'daniel' : 'priya');
}

export function addPolicyToPast(world: World, policy: PolicyContent): void {
  const isApproved = policy.status === 'APPROVED' || policy.status === 'DEPRECATED';
  const id = world.newId();
  const createdAt = world.daysAgo(policy.age);
  const first: Told = {
    policyId: id,
    id: world.newId(),
    number: 1,
    version: isApproved ? versionBefore(policy.version) : policy.version,
    content: policyText(world, policy, isApproved ? policy.rules.slice(0, -1) : policy.rules),
    note: null,
    begun: createdAt,
  };
  create(world, policy, first);
  if (policy.status === 'DRAFT') return;
  if (policy.status === 'UNDER_REVIEW') {
    submit(world, policy, first, world.daysAgo(9));
    return;
  }
  approve(world, policy, first, { at: createdAt + 12 * DAY_MS, before: null });
  const approvedAt = world.daysAgo((policy.effective ?? 0) + 2);
  const second: Told = {
    policyId: id,
    id: world.newId(),
    number: 2,
    version: policy.version,
    content: policyText(world, policy, policy.rules),
    note: 'One rule more, from the yearly review.',
    begun: approvedAt - 20 * DAY_MS,
  };
  begin(world, policy, second);
  approve(world, policy, second, { at: approvedAt, before: first });
  if (policy.controls.length > 0) prove(world, policy, second, approvedAt);
  if (policy.status === 'APPROVED' && policy.category === 'HR')
    addAttestationsToPast(world, {
      ...{ policyId: id, versionId: second.id, version: second.version, title: policy.title },
      sha256: hash(second.content),
    });
  if (policy.status === 'DEPRECATED') deprecate(world, policy, second);
  else if (policy.next) addNext(world, policy, policy.next, id);
}

function versionRow(told: Told, author: string, title: string) {
  const { begun, ...fields } = told;
  const times = { createdAt: begun, updatedAt: begun };
  return { ...fields, ...times, title, sha256: hash(told.content), author, authors: [author] };
}

function create(world: World, policy: PolicyContent, told: Told): void {
  const owner = world.desk(policy.owner);
  world.past.add(told.begun, byPerson(owner, 'policies.create'), (tx) => {
    tx.insert(policiesTable, {
      id: told.policyId,
      title: policy.title,
      description: policy.description,
      content: told.content,
      version: told.version,
      category: policy.category,
      owner,
      workingVersionId: told.id,
      workingStatus: 'DRAFT',
      createdAt: told.begun,
      updatedAt: told.begun,
    });
    tx.insert(policyVersionsTable, versionRow(told, owner, policy.title));
  });
}

/** The next version beside the one in force. */
function begin(world: World, policy: PolicyContent, told: Told): void {
  const owner = world.desk(policy.owner);
  world.past.add(told.begun, byPerson(owner, 'policies.new-version', told.note ?? ''), (tx) => {
    tx.insert(policyVersionsTable, versionRow(told, owner, policy.title));
    tx.update(policiesTable, told.policyId, {
      workingVersionId: told.id,
      workingStatus: 'DRAFT',
      updatedAt: told.begun,
    });
  });
}

function submit(world: World, policy: PolicyContent, told: Told, at: number): void {
  const owner = world.desk(policy.owner);
  world.past.add(at, byPerson(owner, 'policies.submit'), (tx) => {
    tx.update(policyVersionsTable, told.id, {
      status: 'UNDER_REVIEW',
      submittedBy: owner,
      submittedAt: at,
      updatedAt: at,
    });
    tx.update(policiesTable, told.policyId, {
      workingStatus: 'UNDER_REVIEW',
      ...(told.number === 1 ? { status: 'UNDER_REVIEW' } : {}),
      updatedAt: at,
    });
  });
}

function approve(
  world: World,
  policy: PolicyContent,
  told: Told,
  { at, before }: { readonly at: number; readonly before: Told | null },
): void {
  submit(world, policy, told, at - 4 * DAY_MS);
  const approver = approverOf(world, policy.owner);
  const effectiveDate = dateFrom(at, 2);
  const isLast = told.number === 2;
  const nextReviewDate =
    isLast && policy.nextReview !== undefined
      ? dateFrom(world.now, policy.nextReview)
      : dateFrom(at, 365);
  world.past.add(at, byPerson(approver, 'policies.approve'), (tx) => {
    tx.insert(policyApprovalsTable, {
      id: world.newId(),
      policyId: told.policyId,
      versionId: told.id,
      sha256: hash(told.content),
      approver,
      createdAt: at,
    });
    if (before)
      tx.update(policyVersionsTable, before.id, {
        status: 'SUPERSEDED',
        endedAt: at,
        updatedAt: at,
      });
    const approved = { status: 'APPROVED', updatedAt: at } as const;
    tx.update(policyVersionsTable, told.id, { ...approved, approvedAt: at, effectiveDate });
    tx.update(policiesTable, told.policyId, {
      ...approved,
      ...{ content: told.content, version: told.version },
      approver,
      effectiveDate,
      reviewDate: effectiveDate,
      nextReviewDate,
      currentVersionId: told.id,
      workingVersionId: null,
      workingStatus: null,
    });
  });
}

function deprecate(world: World, policy: PolicyContent, told: Told): void {
  const at = world.daysAgo(-(policy.nextReview ?? 0)) + DAY_MS - HOUR_MS;
  const approver = approverOf(world, policy.owner);
  world.past.add(at, byPerson(approver, 'policies.deprecate', policy.description), (tx) => {
    const ended = { status: 'WITHDRAWN', endedAt: at, updatedAt: at } as const;
    tx.update(policyVersionsTable, told.id, ended);
    tx.update(policiesTable, told.policyId, { status: 'DEPRECATED', updatedAt: at });
  });
}

/** A next version that waits for approval. */
function addNext(
  world: World,
  policy: PolicyContent,
  { version, note, rules }: NonNullable<PolicyContent['next']>,
  policyId: string,
): void {
  const told: Told = {
    ...{ policyId, id: world.newId(), number: 3, version, note },
    content: policyText(world, policy, rules),
    begun: world.daysAgo(12),
  };
  begin(world, policy, told);
  submit(world, policy, told, world.daysAgo(5));
}

/** The text in force, kept as evidence of its controls until the next review. */
function prove(world: World, policy: PolicyContent, told: Told, approvedAt: number): void {
  const officer = world.desk(policy.owner);
  const approver = approverOf(world, policy.owner);
  const evidenceId = world.newId();
  const linkedAt = approvedAt + MINUTE_MS;
  world.past.add(linkedAt, byPerson(officer, 'policies.link'), (tx) => {
    for (const name of policy.controls)
      tx.insert(policyControlsTable, {
        id: world.newId(),
        policyId: told.policyId,
        controlId: controlByName(tx, name),
        addedBy: officer,
        createdAt: linkedAt,
      });
  });
  world.past.add(linkedAt + 1, byWatchfloor('evidence.collect'), (tx) => {
    // The chain of custody has stamps of its own: it is told once all else is written.
    const tellCustody = keepText(tx, world, { policy, told, approver, approvedAt, evidenceId });
    tx.update(policyVersionsTable, told.id, { evidenceId });
    for (const name of policy.controls) {
      const controlId = controlByName(tx, name);
      const link = { id: world.newId(), controlId, evidenceId, createdAt: tx.now };
      tx.insert(controlEvidenceTable, link);
    }
    tellCustody();
    for (const control of policy.controls)
      world.evidence.note(tx, evidenceId, 'LINKED', { actor: null, details: { control } });
  });
}

interface Kept {
  readonly policy: PolicyContent;
  readonly told: Told;
  readonly approver: string;
  readonly approvedAt: number;
  readonly evidenceId: string;
}

/** The first moment after the day of the next review: until then it is not late. */
function endOfReviewDay(world: World, days: number): number {
  const [year = 0, month = 1, date = 1] = dateFrom(world.now, days).split('-').map(Number);
  return new Date(year, month - 1, date + 1).getTime();
}

/** Returns what tells the chain of custody. */
function keepText(tx: WriteTx, world: World, kept: Kept): () => void {
  const { policy, told, approver, approvedAt, evidenceId: id } = kept;
  const file = world.evidence.keep(Buffer.from(told.content));
  const name = `${policy.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${told.version}.md`;
  const note = `Approved as policy version ${told.version}, SHA-256 ${file.sha256}`;
  tx.insert(evidenceTable, {
    id,
    title: `${policy.title} ${told.version}`,
    description: `Text of the policy as it was approved. SHA-256 ${file.sha256}`,
    type: 'DOCUMENT',
    source: 'Policy repository',
    collector: 'policies',
    collectionDate: approvedAt,
    receivedAt: tx.now,
    periodStart: approvedAt,
    expirationDate: endOfReviewDay(world, policy.nextReview ?? 0),
    sha256: file.sha256,
    sizeBytes: file.size,
    fileName: name,
    mediaType: 'text/markdown',
    seriesId: id,
    verdict: 'ACCEPTED',
    reviewedBy: approver,
    reviewedAt: approvedAt,
    reviewNote: note,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  const { note: tell } = world.evidence;
  return () => {
    tell(tx, id, 'COLLECTED', { actor: null, details: { collector: 'policies', file: name } });
    tell(tx, id, 'STORED', { actor: null, details: { bytes: file.size } });
    tell(tx, id, 'REVIEWED', { actor: approver, details: { verdict: 'ACCEPTED', note } });
  };
}
