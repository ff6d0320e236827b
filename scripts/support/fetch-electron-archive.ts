/** Run by package.ts as a process of its own, so that it can be given up: PLATFORM ARCH. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './project.ts';

interface ElectronGet {
  downloadArtifact(artifact: {
    version: string;
    artifactName: 'electron';
    platform: string | undefined;
    arch: string | undefined;
    checksums: Record<string, string>;
  }): Promise<string>;
}

// Electron's own downloader, of the version that Electron came with: it shares the cache with
// electron-builder and checks the archive against the checksums in the package.
const requireOfElectron = createRequire(join(ROOT, 'node_modules/electron/package.json'));
const { downloadArtifact } = requireOfElectron('@electron/get') as ElectronGet;
const [platform, arch] = process.argv.slice(2);

await downloadArtifact({
  version: (requireOfElectron('./package.json') as { version: string }).version,
  artifactName: 'electron',
  platform,
  arch,
  checksums: requireOfElectron('./checksums.json') as Record<string, string>,
});
