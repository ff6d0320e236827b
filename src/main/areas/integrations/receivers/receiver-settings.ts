/** What an administrator sets of a receiver. Nothing listens unless an address is named here. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { severitySchema } from '../../../../shared/kernel/severity.ts';

const addressSchema = z
  .string()
  .trim()
  .refine((text) => isIP(text) !== 0, 'An IP address of this machine, such as 127.0.0.1');
const portSchema = z.coerce
  .number('A port from 1 to 65535')
  .int()
  .min(0, 'A port from 1 to 65535')
  .max(65_535, 'A port from 1 to 65535');
/** Text areas come as lines. */
const linesSchema = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? value.split(/\r?\n/) : value))
  .transform((lines) => lines.map((line) => line.trimEnd()).filter((line) => line !== ''));

const zoneSchema = z
  .string()
  .trim()
  .default('UTC')
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  }, 'A time zone such as Europe/Vienna');

/** Plain messages of this severity of syslog, or a worse one, become alerts. */
export const PLAIN_LEVELS = [
  'none',
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'informational',
  'debug',
] as const;

export const syslogSettingsSchema = z.object({
  address: addressSchema,
  port: portSchema,
  transport: z.enum(['udp', 'tcp', 'udp+tcp', 'tls']).default('udp'),
  products: severitySchema.default('MEDIUM'),
  plain: z.enum(PLAIN_LEVELS).default('none'),
  programs: linesSchema,
  timeZone: zoneSchema,
  certificate: linesSchema,
});
export type SyslogSettings = z.output<typeof syslogSettingsSchema>;

export const httpSettingsSchema = z.object({
  address: addressSchema,
  port: portSchema,
  isTls: z.boolean().default(false),
  proof: z.enum(['token', 'hmac']).default('token'),
  /** Requests of one address in a second. */
  perSecond: z.coerce.number().int().min(1).max(10_000).default(50),
  timeZone: zoneSchema,
  certificate: linesSchema,
});
export type HttpSettings = z.output<typeof httpSettingsSchema>;

const folderSchema = z
  .string()
  .trim()
  .min(1, 'The whole path of a folder')
  .max(4_000)
  .refine((path) => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path), 'The whole path of a folder');

export const folderSettingsSchema = z.object({
  folder: folderSchema,
  afterwards: z.enum(['leave', 'move']).default('leave'),
  /** Endings of names; none: every file. */
  endings: linesSchema,
  timeZone: zoneSchema,
});
export type FolderSettings = z.output<typeof folderSettingsSchema>;
