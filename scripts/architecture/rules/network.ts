import { importsOf } from '../imports.ts';
import { isTest, type Project } from '../project.ts';
import { type Node, type SourceFile, walk } from '../source-file.ts';
import type { Finding } from '../violation.ts';

/** Where the network may be reached: the one way out, the guard below it, and nothing else. */
const OUTBOUND = /^src\/main\/platform\/egress\//;

/** Modules that open connections, with what of them is a pure function or a constant. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['STATUS_CODES', 'METHODS'],
  'node:https': [],
  'node:http2': ['constants'],
  'node:net': ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'],
  'node:tls': [],
  'node:dgram': [],
  'node:dns': [],
  'node:dns/promises': [],
  undici: [],
  ws: [],
  axios: [],
};
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'RTCPeerConnection'];

/** Each with the reason why it is no way out. */
const EXEMPT: Readonly<Record<string, RegExp>> = {
  // The loopback server, and receivers that an administrator binds: they answer, they do not call.
  createServer: /^src\/main\/(?:browser-host|areas\/integrations\/receivers)\//,
  // Datagrams that come in.
  createSocket: /^src\/main\/areas\/integrations\/receivers\//,
  // Passes requests on to the development server's address, never in a packaged application.
  fetch: /^src\/main\/electron\/development-server\.ts$|^src\/renderer\/host\//,
  // The page's own origin; its policy closes every other.
  EventSource: /^src\/renderer\/host\//,
};

/** Outbound network only in the one way out; servers that listen are allowed by name. */
export function checkNetwork(project: Project): Finding[] {
  return project.sources
    .filter(({ path }) => path.startsWith('src/') && !isTest(path) && !OUTBOUND.test(path))
    .flatMap((source) => [...moduleFindings(source), ...globalFindings(source)]);
}

function moduleFindings(source: SourceFile): Finding[] {
  return importsOf(source).flatMap((found) => {
    const pure = MODULES[found.package ?? ''];
    const isElectronNet = found.package === 'electron' && found.names.includes('net');
    if (found.isType || (!pure && !isElectronNet)) return [];
    const names = isElectronNet ? ['net'] : found.names;
    return names
      .filter((name) => !pure?.includes(name) && !EXEMPT[name]?.test(source.path))
      .map((name) => finding(source, found.line, `${name} of ${found.package}`));
  });
}

function globalFindings(source: SourceFile): Finding[] {
  const uses: { name: string; line: number }[] = [];
  const local = new Set<string>();
  walk(source, (node, parents) => {
    const parent = parents.at(-1);
    if (node.type !== 'Identifier' || !GLOBALS.includes(node.name) || !parent) return;
    if (isBinding(node, parents)) local.add(node.name);
    else if (isReference(node, parent))
      uses.push({ name: node.name, line: source.lineOf(node.start) });
  });
  return uses
    .filter(({ name }) => !local.has(name) && !EXEMPT[name]?.test(source.path))
    .map(({ name, line }) => finding(source, line, name));
}

/** A parameter, variable or import of the same name: no longer the global. */
function isBinding(node: Node, parents: readonly Node[]): boolean {
  const parent = parents.at(-1);
  if (parent?.type === 'VariableDeclarator') return parent.id === node;
  if (parent?.type === 'Property') {
    return parent.value === node && parents.at(-2)?.type === 'ObjectPattern';
  }
  if (parent?.type === 'ImportSpecifier') return true;
  if (!parent || !('params' in parent) || !Array.isArray(parent.params)) return false;
  return parent.params.some((param: unknown) => param === node);
}

function isReference(node: Node, parent: Node): boolean {
  if (parent.type.startsWith('TS')) return false;
  if (parent.type === 'MemberExpression') {
    const { object, property } = parent;
    const isOfGlobal =
      object.type === 'Identifier' && /^(?:globalThis|window|self)$/.test(object.name);
    return object === node || (property === node && isOfGlobal);
  }
  if (parent.type === 'Property') return parent.value === node;
  return !('key' in parent && parent.key === node);
}

function finding(source: SourceFile, line: number, what: string): Finding {
  const message = `${what} reaches the network; only platform/egress may (ask for an Egress)`;
  return { file: source.path, line, message };
}
