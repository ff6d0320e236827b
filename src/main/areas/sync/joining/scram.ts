/**
 * What a PostgreSQL server keeps of a password (RFC 5803; PostgreSQL, "pg_authid"): with it a password is
 * set without being told, neither to the server nor to its log of statements.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;

/** Letters and figures, so that no normalisation (SASLprep) changes it; 190 bits. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url').replaceAll('-', 'a').replaceAll('_', 'b');
}

export function verifierOf(password: string, salt: Uint8Array = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const keyed = (words: string) => createHmac('sha256', salted).update(words).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  const salting = Buffer.from(salt).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salting}$${stored}:${server}`;
}
