/** Fields that several of the area's requests have. */
import { z } from 'zod';

export const requiredText = (label: string, max: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} must be less than ${max} characters`);

/** Text that may be missing: empty is null. */
export const textOrNull = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} must be less than ${max} characters`)
    .nullable()
    .transform((value) => (value ? value : null));

const LIST_MAX = 100;

/** Short texts in their order, each once; empty ones are left out. */
export const textList = (label: string, each: z.ZodType<string, string>) =>
  z
    .array(each, { error: `${label} must be a list` })
    .max(LIST_MAX, `${label} must be at most ${LIST_MAX}`)
    .transform((values) => [...new Set(values.filter((value) => value !== ''))]);

export const listItem = (label: string, max = 100) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `Each of ${label} must be less than ${max} characters`);

const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** `https://WWW.Example.com/path` is kept as `www.example.com`. */
function hostOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^[^@]*@/, '')
    .replace(/:\d+$/, '')
    .replace(/^\*\./, '')
    .replace(/\.$/, '');
}

export const domainItem = z
  .string({ error: 'Domains must be text' })
  .trim()
  .max(500, 'Each of Domains must be less than 500 characters')
  .transform((text, context) => {
    const host = hostOf(text);
    if (host === '' || (DOMAIN.test(host) && !/\.\d+$/.test(host))) return host;
    context.addIssue({ code: 'custom', message: `'${text}' is not a domain like example.com` });
    return z.NEVER;
  });

const addressSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const addressItem = z
  .string({ error: 'Addresses must be text' })
  .trim()
  .max(100, 'Each of Addresses must be less than 100 characters')
  .transform((text, context) => {
    const value = text.toLowerCase();
    if (value === '' || addressSchema.safeParse(value).success) return value;
    context.addIssue({
      code: 'custom',
      message: `'${text}' is not an address or network like 192.0.2.0/24`,
    });
    return z.NEVER;
  });

const SCORE_MAX = 100;

/** A decimal as text or number; kept with one digit. Empty is null. */
export const scoreOrNull = z
  .union([z.string().trim().max(20), z.number(), z.null()], {
    error: 'Risk score must be a number',
  })
  .transform((value, context): number | null => {
    if (value === null || value === '') return null;
    const score = typeof value === 'number' || /^\d{1,3}(\.\d+)?$/.test(value) ? Number(value) : -1;
    if (score >= 0 && score <= SCORE_MAX) return Math.round(score * 10) / 10;
    context.addIssue({
      code: 'custom',
      message: `Risk score must be a number from 0 to ${SCORE_MAX}`,
    });
    return z.NEVER;
  });

/** One or several values, separated by commas. */
export const anyOf = <const T extends readonly string[]>(label: string, values: T) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(',').filter(Boolean))])
    .pipe(z.array(z.enum(values, { error: `${label} must be of ${values.join(', ')}` })));
