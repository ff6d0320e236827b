/** What was asked for on the command line, read strictly. */
import { readFileSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { AppError } from '../../shared/contract/errors.ts';
import type { Credentials } from '../areas/sync/joining/joining.types.ts';
import { readOwnerConnection } from '../areas/sync/joining/owner-connection.ts';

/** Beside those of every command: connection, authority, json. */
export const COMMANDS = {
  create: ['name', 'email', 'person', 'key-file', 'server', 'days', 'another'],
  migrate: [],
  invite: ['workspace', 'email', 'person', 'role', 'key-file', 'server', 'days'],
  people: ['workspace'],
  revoke: ['workspace', 'seat', 'person'],
  role: ['workspace', 'person', 'role'],
  grants: [],
  restored: ['workspace'],
  purge: ['workspace', 'older-than'],
  'rotate-owner': ['out'],
} as const;
export type CommandName = keyof typeof COMMANDS;

const NEEDED: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  create: ['name', 'email', 'person'],
  invite: ['email', 'person', 'role'],
  role: ['person', 'role'],
  purge: ['older-than'],
  'rotate-owner': ['out'],
};

export const HELP = `Sets up and looks after the PostgreSQL server of a shared workspace.

  npm run sync:admin -- create --name "Our SOC" --email ada@example.com --person "Ada L."
      Sets an empty database up, makes the workspace, keeps its key in a file that only you
      may read, and prints the invitation of its first administrator.
  npm run sync:admin -- invite --email b@example.com --person "B." --role "SOC Analyst"
      Prints an invitation, for one use. Again for the same person: a further workstation.
  npm run sync:admin -- people                 who and what workstations are in it
  npm run sync:admin -- role --person b@example.com --role Auditor
  npm run sync:admin -- revoke --seat wf_…     ends a workstation; --person ends a person
  npm run sync:admin -- migrate                brings the schema up to date
  npm run sync:admin -- grants                 what each role may do
  npm run sync:admin -- restored               after the server was put back from a backup
  npm run sync:admin -- purge --older-than 90  takes what was deleted over 90 days ago off the server
      for good; workstations keep their copies of it as deleted, and those that were away
      longer find out at their next sync what is gone.
  npm run sync:admin -- rotate-owner --out f   a new password for the login that is used here

The connection of the owner, postgres://login:password@host:5432/database, is read from the
environment (WATCHFLOOR_SYNC_OWNER), or from a file (--connection-file), or given (--connection, which
others on this machine can see while it runs). TLS is verified in full; to this machine it may be absent.
  --authority FILE   certificate (PEM) of an authority of your own
  --server HOST:PORT how workstations reach the server, where that is not as here
  --workspace ID     where the database holds more than one
  --key-file FILE    the workspace's key (default: watchfloor-<workspace>.key)
  --days N           how long an invitation lives (7)
  --json             the answer as JSON`;

export interface Asked {
  readonly command: CommandName;
  readonly isJson: boolean;
  readonly owner: Credentials;
  /** Of the command. @throws AppError where it is missing */
  need(name: string): string;
  option(name: string): string | undefined;
  has(name: string): boolean;
}

const bad = (message: string) => new AppError('bad-input', message);

const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

/** Null where only help was asked for. @throws AppError 'bad-input' */
export function readArguments(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Asked | null {
  const [command = 'help', ...rest] = argv;
  if (/^(?:help|--help|-h)$/.test(command) || rest.includes('--help')) return null;
  if (!isCommand(command))
    throw bad(
      `There is no command "${command.slice(0, 40)}". There are ${Object.keys(COMMANDS).join(', ')}.`,
    );
  const values = valuesOf(command, rest);
  const option = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const need = (name: string): string => {
    const value = option(name)?.trim();
    if (!value) throw bad(`${command} needs --${name}. (npm run sync:admin -- help)`);
    return value;
  };
  // Before anything is opened.
  for (const name of NEEDED[command] ?? []) need(name);
  return {
    ...{ command, option, need },
    isJson: values.json === true,
    owner: ownerOf(option, environment),
    has: (name) => values[name] === true,
  };
}

const FLAGS: ReadonlySet<string> = new Set(['json', 'another']);

function valuesOf(command: CommandName, args: readonly string[]) {
  const names = [
    ...['connection', 'connection-file', 'authority', 'json'],
    ...(COMMANDS[command] as readonly string[]),
  ];
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    names.map((name) => [name, { type: FLAGS.has(name) ? 'boolean' : 'string' }]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    const text = error instanceof Error ? error.message.split('. ')[0] : '';
    throw bad(`${text}. (npm run sync:admin -- help)`);
  }
}

function ownerOf(
  option: (name: string) => string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Credentials {
  const file = option('connection-file');
  const connection =
    option('connection') ??
    (file === undefined ? environment.WATCHFLOOR_SYNC_OWNER : readText(file)) ??
    '';
  if (connection.trim() === '')
    throw bad(
      'The connection of the owner is missing: set WATCHFLOOR_SYNC_OWNER to postgres://login:password@host:5432/database, or give --connection-file.',
    );
  const authority = option('authority');
  return readOwnerConnection({
    connection,
    ...(authority === undefined ? {} : { authority: readText(authority) }),
  });
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw bad(`The file ${path} cannot be read.`);
  }
}
