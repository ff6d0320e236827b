/**
 * `sync:admin`, also as `--sync-admin` of the desktop: sets up and looks after the server of a shared
 * workspace, with the owner's connection. Grants all that the owner may; it runs at the administrator's
 * word alone, keeps nothing but the key file, and prints no password except inside the invitation it makes.
 */
import { AppError } from '../../shared/contract/errors.ts';
import { onServer } from '../areas/sync/joining/session.ts';
import { createDial } from '../platform/egress/dial.ts';
import { RUN } from './commands.ts';
import { HELP, readArguments } from './options.ts';

/** Nobody's workspace is open here: there is no isolation to ask and no ledger to write. */
const dial = createDial({
  isolation: { isIsolated: () => false, allowsLocalModel: () => false, onChange: () => () => {} },
  ledger: { begin: () => () => {} },
});

/** Answers the exit code. @param program How it was called, for what it says of itself. */
export async function runSyncAdmin(argv: readonly string[], program: string): Promise<number> {
  const isJson = argv.includes('--json');
  try {
    const asked = readArguments(argv, process.env);
    if (asked === null) {
      process.stdout.write(`${called(HELP, program)}\n`);
      return 0;
    }
    const errand = { dial, credentials: asked.owner, subject: 'sync:admin', why: asked.command };
    const refused =
      'The server does not take this login: the name or the password is wrong, or pg_hba.conf does not let it in.';
    const answer = await onServer({ ...errand, refused }, (calls, client) =>
      RUN[asked.command]({ asked, calls, client }),
    );
    const text = asked.isJson ? JSON.stringify(answer.data) : answer.lines.join('\n');
    process.stdout.write(`${text}\n`);
    return 0;
  } catch (error) {
    const message =
      error instanceof AppError
        ? called(error.message, program)
        : 'It failed for a reason nobody foresaw.';
    process.stderr.write(`${isJson ? JSON.stringify({ error: message }) : message}\n`);
    if (!(error instanceof AppError)) throw error;
    return error.code === 'bad-input' ? 2 : 1;
  }
}

const called = (text: string, program: string): string =>
  text.replaceAll('npm run sync:admin --', program);
