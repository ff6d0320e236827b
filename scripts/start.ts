/** `npm start`: the desktop where Electron can be had, else the browser host. */
import { buildIfNeeded } from './support/build-if-needed.ts';
import { electronBinary, fetchElectronBinary, hasDisplay } from './support/electron-binary.ts';
import { HOST_ENVIRONMENT, hostArguments } from './support/host-command.ts';
import { ROOT, say } from './support/project.ts';
import { runUntilEnd } from './support/run-until-end.ts';

const args = process.argv.slice(2);

buildIfNeeded();
const electron = hasDisplay() ? (electronBinary() ?? fetchElectronBinary()) : undefined;
if (electron) {
  runUntilEnd(electron, [ROOT, ...args]);
} else {
  const reason = hasDisplay()
    ? "Electron's binary is not here and cannot be fetched"
    : 'There is no display for a window here';
  say(`${reason}; starting the browser host instead.`);
  runUntilEnd(process.execPath, hostArguments(args), HOST_ENVIRONMENT);
}
