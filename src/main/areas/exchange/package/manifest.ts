/** What a package of a case says of itself. */
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const PACKAGE_FORMAT = 'watchfloor-package';
export const PACKAGE_VERSION = 1;
export const MANIFEST = 'manifest.json';
export const ALERTS = 'alerts.ndjson';
export const PEOPLE = 'people.ndjson';
export const CUSTODY_TABLE = 'evidence_custody';

export const rowsPath = (table: string): string => `rows/${table}.ndjson`;
export const evidencePath = (sha256: string): string => `evidence/${sha256}`;

/** No other path is read: none leads anywhere. */
export const KNOWN_PATH =
  /^(?:alerts\.ndjson|people\.ndjson|rows\/[a-z_]{1,60}\.ndjson|evidence\/[\da-f]{64})$/;

export const LIMITS = {
  files: 20_000,
  alerts: 20_000,
  /** Of rows, alerts and people, unpacked. */
  textBytes: 256 * 1024 ** 2,
  lineChars: 16 * 1024 ** 2,
  manifestBytes: 16 * 1024 ** 2,
  /** Of evidence, all of it. */
  evidenceBytes: 20 * 1024 ** 3,
} as const;

export const packageFileSchema = z.object({
  path: z.string().regex(KNOWN_PATH),
  size: z.int().min(0),
  sha256: z.string().regex(/^[\da-f]{64}$/),
  rows: z.int().min(0).nullable(),
});
export type PackageFile = z.infer<typeof packageFileSchema>;

export const manifestSchema = z.object({
  format: z.literal(PACKAGE_FORMAT),
  formatVersion: z.literal(PACKAGE_VERSION),
  kind: z.literal('case'),
  product: z.string().max(200),
  createdAt: z.string().max(40),
  investigation: z.object({ id: z.string().max(200), title: z.string().max(1_000) }),
  files: z.array(packageFileSchema).max(LIMITS.files),
  /** Of everything but the chains of custody, which grow with every export, and the names in them. */
  contentSha256: z.string().regex(/^[\da-f]{64}$/),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function contentSha256(files: readonly PackageFile[]): string {
  const hash = createHash('sha256');
  const own = files.filter(({ path }) => path !== rowsPath(CUSTODY_TABLE) && path !== PEOPLE);
  for (const { path, sha256 } of own.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${path} ${sha256}\n`);
  return hash.digest('hex');
}
