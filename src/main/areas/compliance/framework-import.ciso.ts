/**
 * Libraries of CISO Assistant (YAML): `objects.framework` with `requirement_nodes` (urn, parent_urn,
 * ref_id, assessable, implementation_groups), and `objects.requirement_mapping_set(s)`. The file is a
 * stranger's: aliases and tags of its own are refused, so that it can neither grow nor name types.
 */
import type { Document, LineCounter as Lines, parseDocument } from 'yaml';
import type { LeftOut } from '../../../shared/areas/compliance/framework-import.contract.ts';
import { PACK_LIMITS } from '../../../shared/areas/compliance/pack.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { type DraftLinks, parseCisoMapping } from './crosswalk-import.ts';
import {
  clean,
  cleanLine,
  cut,
  type DraftFramework,
  type DraftItem,
  leaveOut,
  parsedOrRefused,
  tidyFramework,
} from './framework-import.draft.ts';
import { isObject, type Json, objectsOf, textOf } from './framework-import.oscal.ts';

export interface ReadLibrary {
  readonly frameworks: DraftFramework[];
  readonly links: DraftLinks[];
  readonly notes: string[];
}

export async function readLibrary(text: string, leftOut: LeftOut[]): Promise<ReadLibrary> {
  const library = await parseYaml(text);
  const objects = isObject(library) && isObject(library.objects) ? library.objects : undefined;
  if (!isObject(library) || !objects) {
    throw new AppError(
      'bad-input',
      'This YAML file is no CISO Assistant library: it has no "objects" with a framework or mappings.',
    );
  }
  const frameworks = allOf(objects, 'framework', 'frameworks');
  const sets = allOf(objects, 'requirement_mapping_set', 'requirement_mapping_sets');
  if (frameworks.length + sets.length === 0) {
    const found = Object.keys(objects).slice(0, 6).join(', ') || 'nothing';
    throw new AppError(
      'bad-input',
      `This library holds ${cut(found, 120)}, but no framework and no mappings.`,
    );
  }
  return {
    frameworks: frameworks.map((framework) => readFramework(library, framework, leftOut)),
    links: sets.map((set) => readMappings(set, leftOut)),
    notes: notesOf(objects),
  };
}

/** @throws AppError 'bad-input' with the line of what is wrong. */
async function parseYaml(text: string): Promise<unknown> {
  const { LineCounter, parseDocument: parse } = await import('yaml');
  const lines = new LineCounter();
  let document: ReturnType<typeof parseDocument>;
  try {
    document = parse(text, {
      schema: 'core',
      lineCounter: lines,
      logLevel: 'silent',
      prettyErrors: false,
      stringKeys: true,
    });
  } catch (cause) {
    // The parser calls itself for what is nested; only depth can overflow it.
    throw new AppError('bad-input', 'This YAML file is nested too deeply to be a library.', {
      cause,
    });
  }
  refuseFaults(document, lines);
  try {
    return document.toJS({ maxAliasCount: 0 }) as unknown;
  } catch (cause) {
    throw new AppError(
      'bad-input',
      'This YAML file uses aliases (*name), which libraries do not. Write the values out and try again.',
      { cause },
    );
  }
}

function refuseFaults({ errors, warnings }: Document.Parsed | Document, lines: Lines): void {
  const fault = errors[0] ?? warnings.find(({ code }) => code === 'TAG_RESOLVE_FAILED');
  if (!fault) return;
  const line = lines.linePos(fault.pos[0]).line;
  const what =
    fault.code === 'TAG_RESOLVE_FAILED'
      ? 'uses a tag of its own, which is not followed'
      : `is not valid (${cut(fault.message.split('\n')[0] ?? '', 120)})`;
  throw new AppError('bad-input', `This YAML file ${what}, on line ${line}.`);
}

function allOf(objects: Json, one: string, many: string): Json[] {
  const single = objects[one];
  return [...(isObject(single) ? [single] : objectsOf(single)), ...objectsOf(objects[many])];
}

function readFramework(library: Json, framework: Json, leftOut: LeftOut[]): DraftFramework {
  const nodes = objectsOf(framework.requirement_nodes);
  const idByUrn = new Map<string, string>();
  for (const node of nodes) {
    const urn = textOf(node.urn);
    if (urn !== undefined) idByUrn.set(urn, idOf(node));
  }
  const items = nodes.map((node): DraftItem => {
    const parentUrn = textOf(node.parent_urn);
    const parent = parentUrn === undefined ? undefined : (idByUrn.get(parentUrn) ?? parentUrn);
    const groups = Array.isArray(node.implementation_groups)
      ? node.implementation_groups.flatMap((group) => cleanLine(group) ?? [])
      : [];
    const text = clean(node.description);
    const isAssessable = node.assessable === true;
    return {
      ...{ id: idOf(node), title: titleOf(node) },
      kind: isAssessable ? 'requirement' : 'group',
      ...(parent === undefined ? {} : { parent }),
      ...(isAssessable && text !== undefined ? { text } : {}),
      ...(isAssessable && groups.length > 0
        ? { baselines: groups.map((group) => cut(group, 40)) }
        : {}),
    };
  });
  const head = {
    name: cleanLine(framework.name) ?? cleanLine(library.name) ?? 'CISO Assistant framework',
    version: cleanLine(framework.version) ?? cleanLine(library.version) ?? null,
    publisher: cleanLine(library.provider) ?? null,
    licence: cleanLine(library.copyright) ?? null,
    source: `CISO Assistant library: ${cleanLine(framework.urn) ?? cleanLine(library.urn) ?? 'without urn'}`,
    description: cleanLine(framework.description) ?? cleanLine(library.description) ?? null,
  };
  return tidyFramework(head, items, leftOut);
}

/** Groups in the middle often have no id of their own: then the end of their urn names them. */
function idOf(node: Json): string {
  const own = cleanLine(node.ref_id);
  return own ?? cleanLine(textOf(node.urn)?.split(':').at(-1)) ?? '';
}

function titleOf(node: Json): string {
  const name = cleanLine(node.name) ?? cleanLine(node.description) ?? idOf(node);
  return cut(name, PACK_LIMITS.title);
}

function readMappings(set: Json, leftOut: LeftOut[]): DraftLinks {
  const links = parsedOrRefused(() => parseCisoMapping(set), 'This library has mappings');
  for (const one of links.leftOut) leaveOut(leftOut, one);
  return links;
}

const TAKEN = new Set([
  'framework',
  'frameworks',
  'requirement_mapping_set',
  'requirement_mapping_sets',
]);

function notesOf(objects: Json): string[] {
  const others = Object.keys(objects).filter((key) => !TAKEN.has(key));
  return others.length === 0
    ? []
    : [`Not taken over from this library: ${cut(others.join(', ').replaceAll('_', ' '), 200)}.`];
}
