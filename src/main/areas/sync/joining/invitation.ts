/**
 * One text that opens one place in a workspace, once: where the server is, whom it trusts, a login with a
 * password for one use, and the workspace's key under that password. It comes by mail or chat, so it may
 * arrive broken, cut off, old, or made by an attacker: everything in it is bounded and checked before
 * anything is opened, and each way of being wrong has its own words.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../../shared/contract/errors.ts';
import { memberSchema } from '../wire.ts';
import { isThisMachine } from './connect-postgres.ts';

const PREFIX = 'watchfloor-invitation-1.';
const CHECK_CHARS = 12;
const MOST_CHARS = 32_768;
export const WORKSPACE_KEY_BYTES = 32;

/** Shown to a person before they believe it: nothing that steers a terminal or turns a line around. */
const plain = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u);

const hostSchema = z
  .string()
  .max(253)
  .regex(/^[a-z0-9](?:[a-z0-9._:-]*[a-z0-9])?$|^::1$/i);

const invitationSchema = z.strictObject({
  workspace: z.strictObject({ id: z.string().regex(/^[\w-]{1,64}$/), name: plain(120) }),
  server: z.strictObject({
    host: hostSchema,
    port: z.number().int().min(1).max(65_535),
    database: plain(63),
    tls: z
      .strictObject({
        authority: z
          .string()
          .max(16_384)
          .regex(/^-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=-]+-----END CERTIFICATE-----\s*$/)
          .nullable(),
      })
      .nullable(),
  }),
  login: z.string().regex(/^[a-z][a-z0-9_]{2,62}$/),
  password: z.string().regex(/^[A-Za-z0-9]{20,128}$/),
  person: z.strictObject({
    email: z.email().max(320),
    name: plain(200),
    role: memberSchema.shape.role,
  }),
  invitedBy: plain(200).nullable(),
  expiresAt: z.number().int().positive(),
  /** The workspace's key, wrapped under the password. */
  key: z.base64url().max(200),
});
export type Invitation = z.infer<typeof invitationSchema>;

const checkOf = (payload: string): string =>
  createHash('sha256').update(payload).digest('base64url').slice(0, CHECK_CHARS);

export function writeInvitation(invitation: Invitation): string {
  const payload = Buffer.from(JSON.stringify(invitation)).toString('base64url');
  return `${PREFIX}${payload}.${checkOf(payload)}`;
}

const bad = (message: string) => new AppError('bad-input', message);

/** @throws AppError 'bad-input' that says what is wrong with it */
export function readInvitation(text: string): Invitation {
  if (text.length > MOST_CHARS)
    throw bad('This is longer than any invitation. Copy the invitation alone, and paste it again.');
  // Mail programs break lines, quote them and put marks around.
  const bare = text.replaceAll(/[\s>"'`\u200b-\u200f\u2060\ufeff]/g, '');
  if (bare === '') throw bad('Paste the invitation here.');
  const start = bare.indexOf(PREFIX);
  if (start < 0)
    throw bad(
      `This is not an invitation: it would begin with "${PREFIX}". Copy the whole text that the administrator sent.`,
    );
  const [payload = '', check = ''] = bare.slice(start + PREFIX.length).split('.');
  if (check.slice(0, CHECK_CHARS) !== checkOf(payload))
    throw bad(
      'The invitation is cut off or was changed on its way. Copy all of it, from "watchfloor-invitation" to its end, or ask for it to be sent again.',
    );
  return parse(payload);
}

function parse(payload: string): Invitation {
  const foreign =
    'This invitation holds what no invitation of Watchfloor holds. Do not use it, and ask the administrator whether it is theirs.';
  try {
    const value: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    const invitation = invitationSchema.parse(value);
    if (invitation.server.tls === null && !isThisMachine(invitation.server.host))
      throw bad(
        'This invitation leads to another machine without TLS, so that what is sent could be read on the way. It is not used. Ask for one with TLS.',
      );
    return invitation;
  } catch (error) {
    throw error instanceof AppError ? error : bad(foreign);
  }
}

const wrappingKey = (password: string, workspace: string) =>
  Buffer.from(hkdfSync('sha256', password, workspace, 'watchfloor invitation key 1', 32));

export function wrapKey(key: Uint8Array, password: string, workspace: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(password, workspace), nonce);
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

/** @throws AppError 'bad-input' where it does not open */
export function unwrapKey({ key, password, workspace }: Invitation): Uint8Array {
  try {
    const bytes = Buffer.from(key, 'base64url');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      wrappingKey(password, workspace.id),
      bytes.subarray(0, 12),
      { authTagLength: 16 },
    );
    decipher.setAuthTag(bytes.subarray(-16));
    const opened = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
    if (opened.length === WORKSPACE_KEY_BYTES) return opened;
  } catch {
    // Said below.
  }
  throw bad('The key in this invitation does not open. Ask for a new invitation.');
}
