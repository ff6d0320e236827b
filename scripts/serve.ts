/** `npm run serve`: the browser host. Options are those of the host itself. */
import { buildIfNeeded } from './support/build-if-needed.ts';
import { HOST_ENVIRONMENT, hostArguments } from './support/host-command.ts';
import { runUntilEnd } from './support/run-until-end.ts';

buildIfNeeded();
runUntilEnd(process.execPath, hostArguments(process.argv.slice(2)), HOST_ENVIRONMENT);
