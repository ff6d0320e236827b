/** What electron-builder will package, as far as it decides which Electron archives are needed. */
export interface PackageTarget {
  readonly platform: string;
  readonly arch: string;
}

const PLATFORM_FLAGS: Readonly<Record<string, string>> = {
  '--linux': 'linux',
  '-l': 'linux',
  '--win': 'win32',
  '--windows': 'win32',
  '-w': 'win32',
  '--mac': 'darwin',
  '--macos': 'darwin',
  '-m': 'darwin',
};
const ARCH_FLAGS: Readonly<Record<string, string>> = { '--x64': 'x64', '--arm64': 'arm64' };

export function packageTargets(
  args: readonly string[],
  host: PackageTarget,
): readonly PackageTarget[] {
  const platforms = named(args, PLATFORM_FLAGS, host.platform);
  const archs = named(args, ARCH_FLAGS, host.arch);
  return platforms.flatMap((platform) => archs.map((arch) => ({ platform, arch })));
}

/** Whether the caller brings Electron's files along. */
export function bringsElectron(args: readonly string[]): boolean {
  return args.some((arg) => /^(-c|--config)\.electronDist\b/.test(arg));
}

function named(
  args: readonly string[],
  flags: Readonly<Record<string, string>>,
  fallback: string,
): readonly string[] {
  const found = args.flatMap((arg) => flags[arg] ?? []);
  return found.length > 0 ? [...new Set(found)] : [fallback];
}
