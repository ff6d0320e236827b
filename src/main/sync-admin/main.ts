/** `npm run sync:admin`, and `out/main/sync-admin.js` of a build. */
import { runSyncAdmin } from './run.ts';

const NPM = 'npm run sync:admin --';
const program = import.meta.url.endsWith('.ts') ? NPM : 'node sync-admin.js';

process.exitCode = await runSyncAdmin(process.argv.slice(2), program);
