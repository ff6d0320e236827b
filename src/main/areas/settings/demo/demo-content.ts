/** The demo's texts, `resources/demo/*.json`: parsed here, trusted from here on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { questionnaireSchema } from '../../../../shared/areas/vendors/questionnaire.rules.ts';
import { SEVERITIES } from '../../../../shared/kernel/severity.ts';
import { companySchema } from './company.ts';
import { noiseSchema, storiesSchema } from './detection.ts';
import {
  auditsSchema,
  evidenceSchema,
  frameworksSchema,
  integrationsSchema,
  policiesSchema,
  risksSchema,
  vendorsSchema,
} from './governance.content.ts';

const indicatorSchema = z.tuple([z.string(), z.string(), z.enum(SEVERITIES), z.string()]);
export type IndicatorContent = z.output<typeof indicatorSchema>;

/** Name and tactic of ATT&CK techniques; the file carries MITRE's notice. */
const techniquesSchema = z.object({
  notice: z.string(),
  techniques: z.record(z.string(), z.tuple([z.string(), z.string()])),
});

/** Investigations beside those of the stories; each looks at alerts of one template of the noise. */
const investigationsSchema = z.object({
  investigations: z.array(
    z.object({
      incident: z.string(),
      title: z.string(),
      description: z.string(),
      type: z.enum([
        'malware',
        'network',
        'data-breach',
        'insider-threat',
        'apt',
        'phishing',
        'ddos',
      ]),
      priority: z.enum(SEVERITIES),
      status: z.enum(['PENDING', 'COMPLETED']),
      by: z.string(),
      created: z.string(),
      completed: z.string().optional(),
      template: z.string(),
      alerts: z.number().int(),
      findings: z.array(z.string()).default([]),
      tools: z.array(z.string()).default([]),
      indicators: z.array(indicatorSchema).default([]),
    }),
  ),
});

const notificationsSchema = z.object({
  notifications: z.array(
    z.object({
      before: z.string(),
      kind: z.string(),
      title: z.string(),
      body: z.string(),
      link: z.string().optional(),
      /** Links to the alert of a story's step instead. */
      story: z.string().optional(),
      step: z.number().int().optional(),
      read: z.string().optional(),
    }),
  ),
});
export type NotificationContent = z.output<typeof notificationsSchema>['notifications'][number];

function readJson<T>(folder: string, name: string, schema: z.ZodType<T>): T {
  return schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** @param folder `resources/demo` */
export function readDemoContent(folder: string) {
  return {
    company: readJson(folder, 'company.json', companySchema),
    techniques: readJson(folder, 'techniques.json', techniquesSchema).techniques,
    noise: readJson(folder, 'noise.json', noiseSchema).templates,
    stories: readJson(folder, 'stories.json', storiesSchema).stories,
    investigations: readJson(folder, 'investigations.json', investigationsSchema).investigations,
    notifications: readJson(folder, 'notifications.json', notificationsSchema).notifications,
    frameworks: readJson(folder, 'frameworks.json', frameworksSchema).frameworks,
    evidence: readJson(folder, 'evidence.json', evidenceSchema).evidence,
    risks: readJson(folder, 'risks.json', risksSchema).risks,
    policies: readJson(folder, 'policies.json', policiesSchema).policies,
    vendors: readJson(folder, 'vendors.json', vendorsSchema).vendors,
    questionnaire: readJson(
      join(folder, '..', 'questionnaires'),
      'security-baseline-1.json',
      questionnaireSchema,
    ),
    audits: readJson(folder, 'audits.json', auditsSchema).audits,
    integrations: readJson(folder, 'integrations.json', integrationsSchema).integrations,
  };
}
export type DemoContent = ReturnType<typeof readDemoContent>;
