/** Reports and packages over the API, as the page makes them, and the verifiers as an auditor runs them. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type {
  AuditPackage,
  AuditReport,
  NewReportInput,
} from '../../src/shared/areas/audits/audit-reports.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { makeRunningAudit, send } from './audit-calls.ts';
import { collect } from './evidence-calls.ts';
import { adopt } from './framework-calls.ts';
import { REPOSITORY, type TestApp } from './open-test-app.ts';
import { endOf } from './settings-data.ts';

export interface SeededAudit {
  readonly id: string;
  /** Of requests, of a finding, and one without a file. */
  readonly evidence: readonly string[];
}

/** A running audit with a framework in scope, requests, evidence with files, a sample, a finding. */
export async function seedAudit(
  app: TestApp,
  fields: Record<string, unknown> = {},
): Promise<SeededAudit> {
  const framework = await adopt(app, 'nist-csf-2.0');
  const { id } = await makeRunningAudit(app, {
    title: 'Security audit 2026',
    scope: 'The identity platform and its hosts.',
    auditor: 'Bramwell & Tate',
    frameworkIds: [framework.id],
    ...fields,
  });
  const first = await collect(app, 'review.csv', Buffer.from('name,right\nana,admin\n'));
  const second = await collect(app, 'протокол ../../étude.txt', Buffer.from('Second piece'));
  const third = await collect(app, 'empty.bin', Buffer.from('x'));
  const bare = await send<{ id: string }>(app, 'POST', '/api/evidence', {
    body: { title: 'Policy on paper', type: 'DOCUMENT' },
  });
  const request = await send<{ id: string }>(app, 'POST', `/api/audits/${id}/requests`, {
    body: { title: 'Quarterly review of rights' },
  });
  for (const evidenceId of [first.id, second.id, bare.id])
    await send(app, 'POST', `/api/audit-requests/${request.id}/evidence`, { body: { evidenceId } });
  const finding = await send<{ id: string }>(app, 'POST', '/api/findings', {
    body: { auditId: id, title: 'Rights were not reviewed', severity: 'HIGH' },
  });
  await send(app, 'POST', `/api/findings/${finding.id}/evidence`, {
    body: { evidenceId: third.id },
  });
  return { id, evidence: [first.id, second.id, third.id, bare.id] };
}

/** Waits for the end of a job that a call began. */
async function finished(app: TestApp, job: Job): Promise<Job> {
  const end = await endOf(app, job.id);
  if (end.state !== 'DONE') throw new Error(`${end.state}: ${end.message}`);
  return end;
}

export async function makeReport(
  app: TestApp,
  auditId: string,
  body: NewReportInput,
): Promise<AuditReport> {
  await finished(app, await send<Job>(app, 'POST', `/api/audits/${auditId}/reports`, { body }));
  const [newest] = await send<AuditReport[]>(app, 'GET', `/api/audits/${auditId}/reports`);
  if (!newest) throw new Error('No report was kept');
  return newest;
}

export async function makePackage(app: TestApp, auditId: string): Promise<AuditPackage> {
  await finished(app, await send<Job>(app, 'POST', `/api/audits/${auditId}/packages`));
  const [newest] = await send<AuditPackage[]>(app, 'GET', `/api/audits/${auditId}/packages`);
  if (!newest) throw new Error('No package was kept');
  return newest;
}

export async function fileOf(app: TestApp, path: string): Promise<Buffer> {
  const response = await app.request('GET', path);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

export interface Verdict {
  readonly code: number;
  readonly output: string;
}

const SCRIPTS = join(REPOSITORY, 'resources', 'verifier');
export const VERIFIERS = ['node', 'python'] as const;
export type Verifier = (typeof VERIFIERS)[number];

/** What a verifier says of a package, as a process of its own. */
export function runVerifier(
  verifier: Verifier,
  path: string,
  ...options: string[]
): Promise<Verdict> {
  const [command, script] =
    verifier === 'node' ? [process.execPath, 'verify.mjs'] : ['python3', 'verify.py'];
  return new Promise((resolve) => {
    const args = [join(SCRIPTS, script), path, ...options];
    execFile(command, args, { env: { PATH: process.env.PATH } }, (error, stdout, stderr) => {
      resolve({
        code: error ? (typeof error.code === 'number' ? error.code : -1) : 0,
        output: stdout + stderr,
      });
    });
  });
}
