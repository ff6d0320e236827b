/** Audits: reports and the audit package. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { jobSchema } from '../../contract/jobs.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import {
  CLASSIFICATION_MAX,
  CONCLUSION_MAX,
  DEFAULT_CLASSIFICATION,
  OPINIONS,
  REPORT_FORMS,
} from './audit-reports.rules.ts';

const formSchema = z.enum(REPORT_FORMS, {
  error: `Form must be one of ${REPORT_FORMS.join(', ')}`,
});
const opinionSchema = z.enum(OPINIONS, {
  error: `Opinion must be one of ${OPINIONS.join(', ')}`,
});

/** Times are ISO 8601. */
export const auditReportSchema = z.object({
  id: z.string(),
  auditId: z.string(),
  /** From 1 within the audit. */
  version: z.number().int(),
  form: formSchema,
  opinion: opinionSchema.nullable(),
  conclusion: z.string().nullable(),
  classification: z.string().nullable(),
  /** How often it says that somebody approved their own work. */
  selfApproved: z.number().int(),
  /** Of what it says: equal where two forms say the same. */
  inputSha256: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  sizeBytes: z.number().int(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
});
export type AuditReport = z.infer<typeof auditReportSchema>;

export const auditPackageSchema = z.object({
  id: z.string(),
  auditId: z.string(),
  number: z.number().int(),
  fileName: z.string(),
  sha256: z.string(),
  sizeBytes: z.number().int(),
  fileCount: z.number().int(),
  evidenceCount: z.number().int(),
  /** Evidence in scope whose file is not in it; its manifest says why. */
  absentCount: z.number().int(),
  manifestSha256: z.string(),
  /** Of the key that signed it: 64 hexadecimal digits. */
  fingerprint: z.string(),
  createdByName: z.string().nullable(),
  createdAt: z.string(),
});
export type AuditPackage = z.infer<typeof auditPackageSchema>;

const optionalText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be at most ${max} characters`)
    .nullable()
    .transform((value) => value || null);

export const newReportSchema = z.object({
  form: formSchema,
  opinion: opinionSchema.nullable().default(null),
  conclusion: optionalText('Conclusion', CONCLUSION_MAX).default(null),
  classification: optionalText('Classification', CLASSIFICATION_MAX).default(
    DEFAULT_CLASSIFICATION,
  ),
});
export type NewReport = z.output<typeof newReportSchema>;
export type NewReportInput = z.input<typeof newReportSchema>;

export const signingKeySchema = z.object({
  algorithm: z.literal('Ed25519'),
  /** Raw public key, base64. */
  publicKey: z.string(),
  fingerprint: z.string(),
  createdAt: z.string(),
});
export type SigningKey = z.infer<typeof signingKeySchema>;

const reportParamSchema = idParamSchema.extend({ reportId: z.string().min(1) });
const packageParamSchema = idParamSchema.extend({ packageId: z.string().min(1) });

export const auditReportsContract = {
  listReports: endpoint({
    method: 'GET',
    path: '/api/audits/{id}/reports',
    summary: 'Reports made of an audit, newest first',
    permission: 'audits.read',
    params: idParamSchema,
    response: z.array(auditReportSchema),
    list: true,
  }),
  makeReport: endpoint({
    method: 'POST',
    path: '/api/audits/{id}/reports',
    summary: 'Make a report of an audit; it is kept with its hash',
    permission: 'audits.write',
    params: idParamSchema,
    body: newReportSchema,
    response: jobSchema,
    status: 202,
  }),
  reportFile: endpoint({
    method: 'GET',
    path: '/api/audits/{id}/reports/{reportId}',
    summary: 'A report as a file',
    permission: 'audits.read',
    params: reportParamSchema,
    response: 'bytes',
  }),
  listPackages: endpoint({
    method: 'GET',
    path: '/api/audits/{id}/packages',
    summary: 'Packages made of an audit, newest first',
    permission: 'audits.read',
    params: idParamSchema,
    response: z.array(auditPackageSchema),
    list: true,
  }),
  makePackage: endpoint({
    method: 'POST',
    path: '/api/audits/{id}/packages',
    summary: 'Make the package of an audit: evidence, reports, manifest, signature, verifier',
    permission: 'audits.write',
    params: idParamSchema,
    response: jobSchema,
    status: 202,
  }),
  packageFile: endpoint({
    method: 'GET',
    path: '/api/audits/{id}/packages/{packageId}',
    summary: 'A package as a ZIP file',
    permission: 'audits.read',
    params: packageParamSchema,
    response: 'bytes',
  }),
  signingKey: endpoint({
    method: 'GET',
    path: '/api/signing-key',
    summary: 'The public key that signs the packages of this installation',
    permission: 'audits.read',
    response: signingKeySchema,
  }),
};
