/** What imported files say of addresses and vulnerabilities, without asking anybody. */
import { z } from 'zod';
import { endpoint } from '../../contract/define.ts';
import { idParamSchema } from '../../kernel/ids.ts';
import { isoTimeSchema } from '../../kernel/time.ts';

export const ENRICHMENT_KINDS = ['kev', 'asn', 'geo'] as const;
export type EnrichmentKind = (typeof ENRICHMENT_KINDS)[number];

export const ENRICHMENT_LABELS: Readonly<Record<EnrichmentKind, string>> = {
  kev: 'Exploited vulnerabilities (KEV)',
  asn: 'Networks (ASN)',
  geo: 'Places of addresses',
};

const daySchema = z.iso.date({ error: 'Write the date as YYYY-MM-DD' });

const setSchema = z.object({
  id: z.string(),
  kind: z.enum(ENRICHMENT_KINDS),
  /** Of the file. */
  name: z.string(),
  source: z.string(),
  licence: z.string(),
  /** The day the data were published; null where neither the file nor a person said it. */
  date: z.string().nullable(),
  dateFrom: z.enum(['file', 'person']).nullable(),
  importedAt: isoTimeSchema,
  /** Vulnerabilities, or ranges of addresses. */
  entries: z.int(),
  rejected: z.int(),
  reasons: z.array(z.object({ text: z.string(), count: z.int() })),
  sha256: z.string(),
  bytes: z.int(),
});
export type EnrichmentSet = z.infer<typeof setSchema>;

const optional = z.string().optional();
const networkSchema = z.object({
  asn: z.int().optional(),
  name: optional,
  country: optional,
  countryName: optional,
  region: optional,
  city: optional,
});
export type NetworkFacts = z.infer<typeof networkSchema>;

const kevSchema = z.object({
  cve: z.string(),
  title: z.string(),
  vendor: z.string(),
  product: z.string(),
  added: z.string(),
  due: z.string(),
  ransomware: z.string(),
  action: z.string(),
});
export type KevEntry = z.infer<typeof kevSchema>;

const foundSchema = z.object({
  setId: z.string(),
  kind: z.enum(ENRICHMENT_KINDS),
  source: z.string(),
  date: z.string().nullable(),
  importedAt: isoTimeSchema,
  network: networkSchema.nullable(),
  kev: kevSchema.nullable(),
});
export type EnrichmentFound = z.infer<typeof foundSchema>;

const MOST_VALUES = 100;

export const enrichmentContract = {
  list: endpoint({
    method: 'GET',
    path: '/api/enrichment/sets',
    summary: 'Imported sets that tell of addresses and vulnerabilities offline, the newest first',
    permission: 'alerts.read',
    response: z.array(setSchema),
    list: true,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/enrichment/sets',
    summary:
      'Import CISA KEV (JSON, CSV) or a table of networks or places (CSV, TSV, .mmdb, each also .gz)',
    permission: 'integrations.manage',
    query: z.object({
      /** Of the file; shown only. */
      name: z.string().max(1_000).optional(),
      source: z.string().trim().min(1, 'Say who published the file').max(200).optional(),
      licence: z.string().trim().max(200).optional(),
      date: daySchema.optional(),
      /** A file that the desktop has chosen; without one, the body is the file. */
      handle: z.string().max(200).optional(),
    }),
    body: 'bytes',
    response: setSchema,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/enrichment/sets/{id}',
    summary: 'Remove an imported set',
    permission: 'integrations.manage',
    params: idParamSchema,
    response: 'none',
    status: 204,
  }),
  lookUp: endpoint({
    method: 'POST',
    path: '/api/enrichment/look-up',
    summary: 'What the imported sets say of addresses and CVE numbers; nobody is asked',
    permission: 'alerts.read',
    body: z.object({ values: z.array(z.string().max(1_000)).max(MOST_VALUES) }),
    response: z.object({
      /** Sets that were asked. */
      sets: z.int(),
      values: z.array(z.object({ value: z.string(), found: z.array(foundSchema) })),
    }),
  }),
};
