/**
 * OSCAL catalogs (NIST, OSCAL 1.1.3 and 1.2.0, catalog model, JSON): groups hold controls, controls hold
 * enhancements; `props` named `label` carry the id as it is printed; the statement's parts carry the
 * text, in which `{{ insert: param, <id> }}` stands for a parameter.
 */
import type { LeftOut } from '../../../shared/areas/compliance/framework-import.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import {
  clean,
  cleanLine,
  type DraftFramework,
  type DraftItem,
  type FrameworkHead,
  tidyFramework,
} from './framework-import.draft.ts';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
export const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Values that a profile gives parameters, by the parameter's id. */
export type ParameterValues = ReadonlyMap<string, string>;

export interface ReadCatalog {
  readonly framework: DraftFramework;
  /** The id as it is printed, by the id that OSCAL documents refer to. */
  readonly refs: ReadonlyMap<string, string>;
  /** Children of a control, by the ids of OSCAL. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly usedValues: ReadonlySet<string>;
}

/** @param document what stands under `catalog`, of bounded depth (`readJson`). */
export function readCatalog(
  document: unknown,
  leftOut: LeftOut[],
  values: ParameterValues = new Map(),
): ReadCatalog {
  if (!isObject(document)) throw new AppError('bad-input', 'This OSCAL catalog is empty.');
  const reader = new CatalogReader(values, hasPrintedCapitals(document));
  reader.readChildren(document, undefined);
  if (reader.items.length === 0) {
    throw new AppError('bad-input', 'This OSCAL catalog has no controls.');
  }
  return {
    framework: tidyFramework(headOf(document), reader.items, leftOut),
    refs: reader.refs,
    children: reader.children,
    usedValues: reader.usedValues,
  };
}

/** Title, version and publisher as OSCAL documents of any kind carry them. */
export function headOf(document: Json): FrameworkHead & { name: string } {
  const metadata = isObject(document.metadata) ? document.metadata : {};
  const parties = objectsOf(metadata.parties);
  const name = cleanLine(metadata.title)?.replace(/\*/g, '') ?? 'OSCAL catalog';
  const version = cleanLine(metadata.version) ?? null;
  const uuid = textOf(document.uuid);
  return {
    name,
    version,
    publisher: cleanLine(parties.find(({ type }) => type === 'organization')?.name) ?? null,
    source: `OSCAL: ${name}${version ? `, ${version}` : ''}${uuid ? `, ${uuid}` : ''}`,
  };
}

/** NIST prints `ac-2` as AC-2 and gives its families no label: `ac` is AC. */
function hasPrintedCapitals(document: Json): boolean {
  const control = objectsOf(objectsOf(document.groups)[0]?.controls)[0];
  return control !== undefined && labelOf(control) === textOf(control.id)?.toUpperCase();
}

function labelOf(control: Json): string | undefined {
  const labels = objectsOf(control.props).filter(({ name }) => name === 'label');
  const plain = labels.find((label) => label.class === undefined) ?? labels[0];
  return cleanLine(plain?.value);
}

const isWithdrawn = (control: Json) =>
  objectsOf(control.props).some(
    ({ name, value }) => name === 'status' && /^withdrawn$/i.test(textOf(value) ?? ''),
  );

class CatalogReader {
  readonly items: DraftItem[] = [];
  readonly refs = new Map<string, string>();
  readonly children = new Map<string, string[]>();
  readonly usedValues = new Set<string>();
  readonly #values: ParameterValues;
  readonly #isCapital: boolean;

  constructor(values: ParameterValues, isCapital: boolean) {
    this.#values = values;
    this.#isCapital = isCapital;
  }

  readChildren(holder: Json, parent: string | undefined): void {
    for (const group of objectsOf(holder.groups)) this.#readGroup(group, parent);
    for (const control of objectsOf(holder.controls)) this.#readControl(control, parent, holder);
  }

  #readGroup(group: Json, parent: string | undefined): void {
    const own = textOf(group.id);
    const title = cleanLine(group.title) ?? '';
    const printed = this.#isCapital ? own?.toUpperCase() : own;
    const id = labelOf(group) ?? printed ?? title;
    this.items.push({ id, title, kind: 'group', ...(parent === undefined ? {} : { parent }) });
    if (own !== undefined) this.refs.set(own, id);
    this.readChildren(group, id);
  }

  #readControl(control: Json, parent: string | undefined, holder: Json): void {
    const own = textOf(control.id) ?? '';
    const id = labelOf(control) ?? own;
    const above = textOf(holder.id);
    if (above !== undefined) this.children.set(above, [...(this.children.get(above) ?? []), own]);
    const text = isWithdrawn(control) ? undefined : this.#statementOf(control);
    this.items.push({
      ...{ id, title: cleanLine(control.title) ?? '' },
      kind: isWithdrawn(control) ? 'withdrawn' : 'requirement',
      ...(parent === undefined ? {} : { parent }),
      ...(text === undefined ? {} : { text }),
    });
    this.refs.set(own, id);
    this.readChildren(control, id);
  }

  #statementOf(control: Json): string | undefined {
    const params = new Map(
      objectsOf(control.params).flatMap((param) => {
        const alternative = objectsOf(param.props).find(({ name }) => name === 'alt-identifier');
        const ids = [textOf(param.id), textOf(alternative?.value)];
        return ids.flatMap((id) => (id === undefined ? [] : [[id, param] as const]));
      }),
    );
    const lines: string[] = [];
    const add = (part: Json, depth: number) => {
      const label = labelOf(part);
      const prose = clean(this.#fill(textOf(part.prose) ?? '', params, new Set()));
      const line = [label, prose].filter((piece) => piece !== undefined).join(' ');
      if (line !== '') lines.push(`${'  '.repeat(depth)}${line}`);
      for (const item of objectsOf(part.parts)) add(item, line === '' ? depth : depth + 1);
    };
    for (const part of objectsOf(control.parts)) if (part.name === 'statement') add(part, 0);
    // What stands under the statement's own sentence is not further in than it.
    return clean(lines.join('\n'));
  }

  #fill(prose: string, params: ReadonlyMap<string, Json>, passed: ReadonlySet<string>): string {
    return prose.replace(
      /\{\{\s*(?:insert:\s*param,\s*)?([\w.[\]-]+)\s*\}\}/g,
      (_whole, id: string) => this.#parameter(id, params, passed),
    );
  }

  #parameter(id: string, params: ReadonlyMap<string, Json>, passed: ReadonlySet<string>): string {
    const value = this.#values.get(id);
    if (value !== undefined) {
      this.usedValues.add(id);
      return value;
    }
    const param = params.get(id);
    if (!param || passed.has(id)) return `[Assignment: ${id}]`;
    const within = new Set([...passed, id]);
    if (isObject(param.select)) {
      const { choice } = param.select;
      const choices = Array.isArray(choice) ? choice.flatMap((one) => textOf(one) ?? []) : [];
      const many = param.select['how-many'] === 'one-or-more' ? ' (one or more)' : '';
      return `[Selection${many}: ${choices.map((one) => this.#fill(one, params, within)).join('; ')}]`;
    }
    const given = Array.isArray(param.values)
      ? param.values.flatMap((one) => textOf(one) ?? [])
      : [];
    if (given.length > 0) return given.join(', ');
    return `[Assignment: ${cleanLine(param.label) ?? id}]`;
  }
}
