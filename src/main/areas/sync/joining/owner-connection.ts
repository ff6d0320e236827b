/** A connection as administrators of databases write it, read strictly: `postgres://login:password@host:port/database`. */
import { AppError } from '../../../../shared/contract/errors.ts';
import { isThisMachine } from './connect-postgres.ts';
import type { Credentials, OwnerConnection } from './joining.types.ts';

const bad = (message: string) => new AppError('bad-input', message);

const FORM = 'It is written as postgres://login:password@host:5432/database.';

/** Without TLS to this machine alone, and only where none is asked for. @throws AppError 'bad-input' */
export function readOwnerConnection({ connection, authority }: OwnerConnection): Credentials {
  const url = URL.parse(connection.trim());
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol))
    throw bad(`The connection cannot be read. ${FORM}`);
  const host = decoded(url.hostname).replace(/^\[|\]$/g, '');
  const database = decoded(url.pathname.slice(1));
  const login = decoded(url.username);
  const password = decoded(url.password);
  if (host === '' || database === '' || database.includes('/') || login === '' || password === '')
    throw bad(`The connection lacks the host, the database, the login or the password. ${FORM}`);
  const wantsTls = sslModeOf(url) || authority !== undefined;
  const tls = isThisMachine(host) && !wantsTls ? null : { authority: authority ?? null };
  return { address: { host, port: Number(url.port) || 5432, database, tls }, login, password };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw bad('The connection holds a % that stands for nothing: write it as %25.');
  }
}

/** What weakens TLS is refused rather than passed over. */
function sslModeOf(url: URL): boolean {
  const parameters = [...url.searchParams];
  const stranger = parameters.find(([name]) => name !== 'sslmode');
  if (stranger)
    throw bad(`The connection names "${stranger[0].slice(0, 40)}", which is not used. ${FORM}`);
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && mode !== 'verify-full')
    throw bad('TLS is always verified in full here: write sslmode=verify-full, or leave it out.');
  return mode !== null;
}
