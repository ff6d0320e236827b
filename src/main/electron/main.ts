/**
 * The desktop's entry: everything it may do is in the files beside it. `--sync-admin …` opens no window:
 * what follows is a command for the server of a shared workspace, with the owner's connection.
 */
import { app } from 'electron';
import { runSyncAdmin } from '../sync-admin/run.ts';
import { startDesktop } from './desktop.ts';

const SYNC_ADMIN = '--sync-admin';
const at = process.argv.indexOf(SYNC_ADMIN);

// Not awaited: Electron becomes ready only after this module has been evaluated.
if (at === -1) void startDesktop(new URL('.', import.meta.url));
else
  void runSyncAdmin(process.argv.slice(at + 1), `watchfloor ${SYNC_ADMIN}`).then(
    (code) => app.exit(code),
    () => app.exit(1),
  );
