/** Comparing with what other readers of the format wrote: evtx_dump's JSON and evtxexport's XML. */
import type { EventJson } from '../../src/shared/areas/forensics/evtx/event-json.ts';

type Json = EventJson | EventJson[keyof EventJson];

/** JSON objects that follow each other without separator. */
export function objectsIn(text: string): EventJson[] {
  const objects: EventJson[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (mark === '{' && depth++ === 0) start = index;
    if (mark === '}' && --depth === 0) objects.push(JSON.parse(text.slice(start, index + 1)));
  }
  return objects;
}

export interface Differences {
  /** Values compared. */
  readonly fields: number;
  readonly found: readonly string[];
}

/** evtx_dump trims blanks at the end of texts, and gives six or nine digits of a second. */
export function differences(ours: Json, theirs: Json, path = ''): Differences {
  if (isObject(ours) && isObject(theirs)) {
    const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
    const parts = names.map((name) =>
      differences(ours[name] ?? null, theirs[name] ?? null, `${path}/${name}`),
    );
    return {
      fields: parts.reduce((sum, { fields }) => sum + fields, 0),
      found: parts.flatMap(({ found }) => found),
    };
  }
  const same = JSON.stringify(plain(ours)) === JSON.stringify(plain(theirs));
  const line = `${path} ${JSON.stringify(ours)} ${JSON.stringify(theirs)}`;
  return { fields: 1, found: same ? [] : [line] };
}

function isObject(json: Json): json is EventJson {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Of 100 ns, six digits keep all but the last. */
function plain(json: Json): Json {
  if (typeof json !== 'string') return json;
  return json.trimEnd().replace(/^(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6})\d*Z$/, '$1Z');
}

const RENDERING = 'Event/RenderingInfo';
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const TOKEN =
  /<\/(?<end>[^>]+)>|<(?<start>[^\s/>]+)(?<attributes>(?:\s+[^\s=]+="[^"]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/g;

/** Attributes and values with their paths, as `linesOf` gives ours. */
function xmlLines(xml: string): string[] {
  const lines: string[] = [];
  const path: string[] = [];
  let text: string | null = null;
  for (const { groups = {} } of xml.matchAll(TOKEN)) {
    const { end, start, attributes = '', empty } = groups;
    if (start !== undefined) {
      path.push(start);
      for (const [, name, value] of attributes.matchAll(/([^\s=]+)="([^"]*)"/g)) {
        lines.push(`${path.join('/')}@${name}=${unescaped(value ?? '')}`);
      }
      text = '';
    }
    if (groups.text !== undefined && text !== null) text += groups.text;
    if (end === undefined && empty !== '/') continue;
    if (text !== null) lines.push(`${path.join('/')}=${unescaped(text)}`);
    path.pop();
    text = null;
  }
  return lines;
}

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/**
 * The first value that is not the same, or null. evtxexport puts GUIDs in braces, pads hexadecimal
 * numbers and fractions of a second, gives SizeT as a decimal, writes markup in a text as it stands, and
 * leaves out what a forwarder rendered.
 */
export function xmlDifference(xml: string, ours: readonly string[]): string | null {
  const theirs = xmlLines(xml);
  const hasRendering = theirs.some((line) => line.startsWith(RENDERING));
  const shared = ours.filter((line) => hasRendering || !line.startsWith(RENDERING));
  const [a, b] = [shared.map(normal), theirs.map(normal)];
  if (a.join('\n') === b.join('\n')) return null;
  if (ours.some((line) => line.slice(line.indexOf('=')).includes('<'))) {
    const text = normal(unescaped(xml).replace(/\r\n?/g, '\n'));
    const missing = ours.find((line) => !text.includes(textOfLine(line)));
    return missing ?? null;
  }
  const length = Math.max(a.length, b.length);
  const at = Array.from({ length }, (_, index) => index).find((index) => a[index] !== b[index]);
  return at === undefined ? null : `${theirs[at]} | ${shared[at]}`;
}

/** Times differ in digits only, and are compared elsewhere. */
function textOfLine(line: string): string {
  const value = line
    .slice(line.indexOf('=') + 1)
    .replace(/\r\n?/g, '\n')
    .trim();
  return value.replace(/\.\d+Z$/, '');
}

function normal(line: string): string {
  return line
    .replace(/\r\n?/g, '\n')
    .replace(/=\s+|\s+$/g, (blanks) => blanks.slice(0, blanks.startsWith('=') ? 1 : 0))
    .replace(/=\{([0-9a-fA-F-]{36})\}$/, '=$1')
    .replace(/=0x0*([0-9a-f]+)$/i, (_, digits: string) => `=${BigInt(`0x${digits}`)}`)
    .replace(/(T[\d:]{8})\.(\d+?)0*Z?$/, '$1.$2');
}
