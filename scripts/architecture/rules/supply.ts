import type { Project } from '../project.ts';
import type { Finding } from '../violation.ts';

/** Addresses where packages come from. Whoever installs has chosen one; the repository names none. */
const REGISTRIES = [
  /\bregistry\.(?:npmjs|yarnpkg|npmmirror|bower)\.\w+/i,
  /\b(?:npm\.pkg|ghcr)\.(?:github\.com|io)\b/i,
  /\b(?:npm\.jsr|jsr)\.io\b/i,
  /\b(?:deb|security|snapshot)\.debian\.org\b/i,
  /\b(?:archive|ports)\.ubuntu\.com\b/i,
  /\bproxy\.golang\.org\b/i,
  /\b(?:files\.)?(?:pypi|pythonhosted)\.org\b/i,
  /https?:\/\/[\w.-]*(?:registry|artifactory|nexus|verdaccio|npmmirror)[\w.-]*[.:]\w+/i,
];
const TEXT =
  /\.(?:ts|tsx|mjs|cjs|js|json|jsonc|md|yml|yaml|html|css|sh|sql|toml|txt)$|\/[^./]+$|^[^./]+$|(?:^|\/)\.[^/]+$/;

export function checkRegistries(project: Project): Finding[] {
  return project.files
    .filter((path) => TEXT.test(path) && !path.startsWith('tests/fixtures/'))
    .flatMap((path) =>
      (project.read(path) ?? '').split('\n').flatMap((text, index) => {
        const isNamed = REGISTRIES.some((pattern) => pattern.test(text));
        const message = 'Names a package registry; the repository works with any';
        return isNamed ? [{ file: path, line: index + 1, message }] : [];
      }),
    );
}

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const SECTIONS = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];

/** Dependencies are pinned exactly, and the lock file says what, not from where. */
export function checkPins(project: Project): Finding[] {
  return [...looseVersions(project), ...resolvedHosts(project)];
}

function looseVersions(project: Project): Finding[] {
  const file = 'package.json';
  const text = project.read(file);
  if (text === undefined) return [];
  const manifest: unknown = JSON.parse(text);
  return SECTIONS.flatMap((section) => versionsIn(fieldOf(manifest, section)))
    .filter(([, version]) => !EXACT.test(version) && !version.startsWith('$'))
    .map(([name, version]) => {
      const line = lineWith(text, `"${name}"`);
      return { file, line, message: `${name} is '${version}'; versions are pinned exactly` };
    });
}

/** Overrides nest. */
function versionsIn(section: unknown): [string, string][] {
  if (typeof section !== 'object' || section === null) return [];
  return Object.entries(section).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : versionsIn(value),
  );
}

function resolvedHosts(project: Project): Finding[] {
  const file = 'package-lock.json';
  const lines = (project.read(file) ?? '').split('\n');
  return lines.flatMap((text, index) => {
    if (!/"resolved":\s*"(?!file:)[a-z+]+:/.test(text)) return [];
    return [{ file, line: index + 1, message: "'resolved' names a host; leave it out" }];
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function lineWith(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length;
}
