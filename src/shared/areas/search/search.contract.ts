import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import type { Permission } from '../../contract/permissions.ts';
import { severitySchema } from '../../kernel/severity.ts';

/** What is searched; where areas answer equally well, they are shown in this order. */
export const SEARCH_AREAS = [
  'alerts',
  'entities',
  'investigations',
  'indicators',
  'controls',
  'frameworks',
  'risks',
  'policies',
  'evidence',
  'vendors',
  'audits',
  'integrations',
  'accounts',
] as const;
export type SearchArea = (typeof SEARCH_AREAS)[number];

export const SEARCH_AREA_LABELS: Record<SearchArea, string> = {
  alerts: 'Alerts',
  entities: 'Open entity page',
  investigations: 'Investigations',
  indicators: 'Indicators',
  controls: 'Controls',
  frameworks: 'Frameworks',
  risks: 'Risks',
  policies: 'Policies',
  evidence: 'Evidence',
  vendors: 'Vendors',
  audits: 'Audits',
  integrations: 'Integrations',
  accounts: 'Accounts',
};

/** An area whose own permissions come with its screen is read by whoever reads its figures. */
export const SEARCH_PERMISSIONS: Record<SearchArea, Permission> = {
  alerts: 'alerts.read',
  entities: 'alerts.read',
  investigations: 'forensics.read',
  indicators: 'forensics.read',
  controls: 'dashboard.read',
  frameworks: 'dashboard.read',
  risks: 'dashboard.read',
  policies: 'dashboard.read',
  evidence: 'dashboard.read',
  vendors: 'dashboard.read',
  audits: 'dashboard.read',
  integrations: 'dashboard.read',
  accounts: 'accounts.read',
};

const SEARCH_TEXT_MAX = 500;
const SEARCH_LIMIT_MAX = 20;
const SEARCH_LIMIT_DEFAULT = 5;

/**
 * `link` is an address of the page. `severity` is a priority or tier where that is the word; `at` is
 * when it happened, where that tells equal titles apart.
 */
export const searchItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  link: z.string(),
  severity: severitySchema.optional(),
  status: z.string().optional(),
  at: z.string().optional(),
});
export type SearchItem = z.infer<typeof searchItemSchema>;

/** `total` is null where counting would take longer than anybody waits; there may then be more. */
export const searchGroupSchema = z.object({
  area: z.enum(SEARCH_AREAS),
  total: z.number().int().nullable(),
  items: z.array(searchItemSchema),
});
export type SearchGroup = z.infer<typeof searchGroupSchema>;

const searchQuerySchema = z.object({
  q: z
    .string({ error: 'Search text is required' })
    .max(SEARCH_TEXT_MAX, `Search text must be at most ${SEARCH_TEXT_MAX} characters`),
  limit: z.coerce.number().int().min(1).max(SEARCH_LIMIT_MAX).default(SEARCH_LIMIT_DEFAULT),
});

export const searchContract = {
  search: endpoint({
    method: 'GET',
    path: '/api/search',
    summary: 'The best matches of every area that the role may read',
    permission: 'session',
    query: searchQuerySchema,
    response: z.array(searchGroupSchema),
  }),
};
