import { z } from 'zod';
import { SEVERITIES } from '../../../../shared/kernel/severity.ts';

/** Days are relative to the moment of creation: before it where a field says `age`, `collected` or is negative. */
const days = z.number().int();
const severity = z.enum(SEVERITIES);

export const frameworksSchema = z.object({
  frameworks: z.array(
    z.object({
      name: z.string(),
      /** The pack of resources/frameworks that it is a part of; absent where none is. */
      pack: z.string().optional(),
      version: z.string(),
      category: z.enum(['Security', 'Privacy', 'Financial', 'Healthcare', 'Government']),
      description: z.string(),
      controls: z.array(
        z.object({
          id: z.string().max(20),
          title: z.string().max(100),
          category: z.string(),
          status: z.enum(['NOT_ASSESSED', 'COMPLIANT', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT']),
          automated: z.boolean(),
          why: z.string().optional(),
        }),
      ),
    }),
  ),
});
export type FrameworkContent = z.output<typeof frameworksSchema>['frameworks'][number];
export type ControlContent = FrameworkContent['controls'][number];

export const evidenceSchema = z.object({
  evidence: z.array(
    z.object({
      title: z.string(),
      type: z.string(),
      description: z.string(),
      collected: days,
      validFor: days,
      /** `<framework> <control>` each. */
      controls: z.array(z.string()),
    }),
  ),
});

export const risksSchema = z.object({
  risks: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      category: z.enum(['OPERATIONAL', 'FINANCIAL', 'STRATEGIC', 'COMPLIANCE', 'TECHNICAL']),
      likelihood: z.number().int().min(1).max(5),
      impact: z.number().int().min(1).max(5),
      status: z.enum(['IDENTIFIED', 'ASSESSED', 'MITIGATED', 'ACCEPTED', 'TRANSFERRED']),
      age: days,
      /** Residual as a share of the score, as it is now. */
      factor: z.number(),
      plan: z.string(),
    }),
  ),
});
export type RiskContent = z.output<typeof risksSchema>['risks'][number];

export const policiesSchema = z.object({
  policies: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      category: z.enum(['SECURITY', 'PRIVACY', 'HR', 'IT', 'OPERATIONS']),
      status: z.enum(['DRAFT', 'UNDER_REVIEW', 'APPROVED', 'DEPRECATED']),
      version: z.string(),
      owner: z.string(),
      age: days,
      effective: days.optional(),
      nextReview: days.optional(),
      rules: z.array(z.string()),
      /** `<framework> <control>` each. */
      controls: z.array(z.string()).default([]),
      /** A next version that waits for approval. */
      next: z
        .object({ version: z.string(), note: z.string(), rules: z.array(z.string()) })
        .optional(),
    }),
  ),
});
export type PolicyContent = z.output<typeof policiesSchema>['policies'][number];

export const vendorsSchema = z.object({
  vendors: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      category: z.enum(['SOFTWARE', 'CLOUD', 'CONSULTING', 'HARDWARE']),
      riskTier: severity,
      status: z.enum(['ACTIVE', 'UNDER_REVIEW', 'SUSPENDED', 'TERMINATED']),
      lastAssessment: days,
      nextAssessment: days.nullable(),
      contractExpiry: days,
      primaryContact: z.string(),
      securityContact: z.string(),
      certifications: z.array(z.string()),
      domains: z.array(z.string()).default([]),
      addresses: z.array(z.string()).default([]),
      software: z.array(z.string()).default([]),
      riskScore: z.number(),
    }),
  ),
});

export const auditsSchema = z.object({
  audits: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      type: z.enum(['INTERNAL', 'EXTERNAL', 'REGULATORY', 'CERTIFICATION']),
      framework: z.enum(['SOC2', 'ISO27001', 'PCI-DSS', 'HIPAA', 'GDPR', 'NIST']),
      auditor: z.string(),
      status: z.enum(['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'FAILED']),
      start: days,
      end: days,
      report: days.optional(),
      preparationHours: z.number().optional(),
      findings: z
        .array(
          z.object({
            title: z.string(),
            severity,
            /** How far it came. */
            course: z.enum(['OPEN', 'REMEDIATION', 'RETEST', 'CLOSED', 'ACCEPTED']),
          }),
        )
        .optional(),
      recommendations: z.string().optional(),
    }),
  ),
});
export type AuditContent = z.output<typeof auditsSchema>['audits'][number];

export const integrationsSchema = z.object({
  integrations: z.array(
    z.tuple([
      z.string(),
      z.enum(['EDR', 'SIEM', 'IAM', 'CLOUD', 'VULNERABILITY']),
      z.string(),
      z.enum(['CONNECTED', 'DISCONNECTED', 'ERROR', 'PENDING']),
      z.string().nullable(),
    ]),
  ),
});
