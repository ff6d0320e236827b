/** Makes the file of a policy beside the core: laying a long text out takes seconds. */
import { z } from 'zod';
import {
  POLICY_CATEGORY_LABELS,
  VERSION_STATUS_LABELS,
} from '../../../shared/areas/policies/policies.rules.ts';
import { POLICY_EXPORT_FORMATS } from '../../../shared/areas/policies/policy-exchange.contract.ts';
import type { JobContext } from '../../jobs/job.ts';
import { renderDocx } from '../../platform/documents/docx.ts';
import { renderPdf } from '../../platform/documents/pdf.ts';
import {
  type ReportDocument,
  type ReportFact,
  reportTime,
} from '../../platform/documents/report.ts';
import { markdownBlocks } from './policy-export.blocks.ts';
import { type PolicyContent, readPolicyContent } from './policy-export.store.ts';

const inputSchema = z.object({
  policyId: z.string(),
  versionId: z.string().nullable(),
  format: z.enum(POLICY_EXPORT_FORMATS),
});
export type PolicyExportInput = z.infer<typeof inputSchema>;

/** @returns the file's bytes: the same for the same version, approvals and moment. */
export async function exportPolicyJob(
  rawInput: unknown,
  { db, clock, report, signal }: JobContext,
): Promise<Uint8Array> {
  const { policyId, versionId, format } = inputSchema.parse(rawInput);
  const content = db.read('policies.export', (reader) =>
    readPolicyContent(reader, policyId, versionId ?? undefined),
  );
  report({ done: 1, total: 2, message: null });
  signal.throwIfAborted();
  if (format === 'md') return new TextEncoder().encode(await toMarkdownFile(content));
  const document = await toDocument(content, clock.now());
  return format === 'pdf' ? renderPdf(document) : renderDocx(document);
}

function factsOf({ policy, version, approvals, nameOf }: PolicyContent): ReportFact[] {
  const isInForce = version.id === policy.currentVersionId;
  const approved = approvals.map(
    ({ approver, createdAt, isSelfApproved }) =>
      `${nameOf(approver) ?? 'Unknown account'}, ${reportTime(createdAt)}${isSelfApproved ? ' (self-approved)' : ''}`,
  );
  return [
    { label: 'Version', value: version.version },
    { label: 'Status', value: VERSION_STATUS_LABELS[version.status] },
    {
      label: 'Category',
      value: policy.category === null ? null : POLICY_CATEGORY_LABELS[policy.category],
    },
    { label: 'Owner', value: nameOf(policy.owner) },
    { label: 'Approver', value: isInForce ? nameOf(policy.approver) : null },
    { label: 'Approvals', value: approved.length === 0 ? null : approved.join('\n') },
    { label: 'Effective', value: version.effectiveDate },
    { label: 'Last review', value: isInForce ? policy.reviewDate : null },
    { label: 'Next review', value: isInForce ? policy.nextReviewDate : null },
    { label: 'SHA-256 of the text', value: version.sha256 },
  ];
}

async function toDocument(content: PolicyContent, generatedAt: number): Promise<ReportDocument> {
  const { version, policy, nameOf } = content;
  const blocks = await markdownBlocks(version.content);
  return {
    title: version.title,
    subtitle: policy.description,
    classification: version.status === 'APPROVED' ? null : VERSION_STATUS_LABELS[version.status],
    generatedAt,
    author: nameOf(version.author),
    facts: factsOf(content),
    hasCover: true,
    sections: [{ title: null, blocks }],
  };
}

/** With front matter that an import reads again; the text itself is as it is kept, to the last byte. */
async function toMarkdownFile({ policy, version, nameOf }: PolicyContent): Promise<string> {
  const { stringify } = await import('yaml');
  const front = stringify({
    title: version.title,
    version: version.version,
    ...(policy.category === null ? {} : { category: policy.category }),
    ...(policy.description === null ? {} : { description: policy.description }),
    status: version.status,
    owner: nameOf(policy.owner),
    effectiveDate: version.effectiveDate,
    nextReviewDate: version.id === policy.currentVersionId ? policy.nextReviewDate : null,
    sha256: version.sha256,
  });
  return `---\n${front}---\n\n${version.content}`;
}
