/** `npm run package`: installers by electron-builder (electron-builder.yml). Options are its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from './support/build-if-needed.ts';
import { bringsElectron, type PackageTarget, packageTargets } from './support/package-targets.ts';
import { say } from './support/project.ts';
import { runUntilEnd } from './support/run-until-end.ts';

const FETCH = fileURLToPath(new URL('./support/fetch-electron-archive.ts', import.meta.url));
const BUILDER = fileURLToPath(import.meta.resolve('electron-builder/cli.js'));
/** A refused connection fails at once; a swallowed one would wait for ever. */
const FETCH_TIMEOUT_MS = 180_000;

function isArchiveHere({ platform, arch }: PackageTarget): boolean {
  const fetched = spawnSync(process.execPath, [FETCH, platform, arch], {
    stdio: 'ignore',
    timeout: FETCH_TIMEOUT_MS,
  });
  return fetched.status === 0;
}

const args = process.argv.slice(2);
const targets = packageTargets(args, { platform: process.platform, arch: process.arch });
const missing = bringsElectron(args) ? [] : targets.filter((target) => !isArchiveHere(target));
if (missing.length > 0) {
  const names = missing.map(({ platform, arch }) => `${platform}-${arch}`).join(', ');
  say(
    [
      `Electron's archive for ${names} is not in the cache and cannot be fetched from here; nothing was packaged.`,
      'Run this again where the network can be reached (the archive then stays in the cache), or bring',
      'the archive along: npm run package -- -c.electronDist=FOLDER_OR_ZIP',
    ].join('\n'),
  );
  process.exit(1);
}
buildIfNeeded();
runUntilEnd(process.execPath, [BUILDER, '--config', 'electron-builder.yml', ...args]);
