/** `npm run serve`: the browser host. Options are those of the host itself. */
import { join } from 'node:path';
import { buildIfNeeded } from './support/build-if-needed.ts';
import { ROOT, SERVE_ENTRY } from './support/project.ts';
import { runUntilEnd } from './support/run-until-end.ts';

buildIfNeeded();
runUntilEnd(process.execPath, [join(ROOT, SERVE_ENTRY), ...process.argv.slice(2)]);
