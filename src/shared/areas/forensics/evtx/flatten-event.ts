/**
 * An event as flat fields, as Sigma rules name them and as the store of events keeps them.
 *
 * `System`: values by element, attributes as `Element_Attribute` (`Provider_Name`). `EventData`: by the
 * name of each `Data`, unnamed ones as a list `Data` in their order. `UserData` and all else: by the last
 * element's name, wherever it stands; `RenderingInfo_…` for the texts that a forwarder adds. Names that
 * repeat become lists, and `System` wins where both have a name.
 */
import type { EventFields } from '../events/event.types.ts';
import type { EvtxElement } from './evtx.types.ts';
import { scalarText } from './scalar-text.ts';

interface Flat {
  readonly fields: Record<string, string | string[]>;
  /** Names that `System` gave: nothing else may add to them. */
  readonly system: string[];
}

/** Names of attributes, ready made: to join them for each record costs more than all the rest. */
const SYSTEM_ATTRIBUTES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    Provider: ['Name', 'Guid', 'EventSourceName'],
    EventID: ['Qualifiers'],
    TimeCreated: ['SystemTime'],
    Correlation: ['ActivityID', 'RelatedActivityID'],
    Execution: ['ProcessID', 'ThreadID', 'ProcessorID', 'SessionID', 'KernelTime', 'UserTime'],
    Security: ['UserID'],
  }).map(([element, names]) => [
    element,
    new Map(names.map((name) => [name, `${element}_${name}`])),
  ]),
);

/** `Channel`, `Provider_Name`, `EventID` and `Computer` come first where the event has them. */
export function flattenEvent(event: EvtxElement): EventFields {
  const flat: Flat = { fields: Object.create(null), system: [] };
  const system = event.children.find((child) => child.name === 'System');
  if (system) {
    addFirst(flat, system);
    addSystem(flat, system);
  }
  for (const child of event.children) {
    if (child === system) continue;
    if (child.name === 'EventData') addData(flat, child);
    else if (child.name === 'RenderingInfo') addRendering(flat, child);
    else addLeaves(flat, child, '');
  }
  return flat.fields;
}

function addFirst({ fields }: Flat, { children }: EvtxElement): void {
  const text = (name: string) => children.find((child) => child.name === name)?.value ?? null;
  const provider = children
    .find((child) => child.name === 'Provider')
    ?.attributes.find(({ name }) => name === 'Name');
  const first = {
    Channel: text('Channel'),
    Provider_Name: provider?.value ?? null,
    EventID: text('EventID'),
    Computer: text('Computer'),
  };
  if (first.Channel !== null) fields.Channel = scalarText(first.Channel);
  if (first.Provider_Name !== null) fields.Provider_Name = scalarText(first.Provider_Name);
  if (first.EventID !== null) fields.EventID = scalarText(first.EventID);
  if (first.Computer !== null) fields.Computer = scalarText(first.Computer);
}

/** The first of each name counts: in `System` none repeats. */
function addSystem(flat: Flat, system: EvtxElement): void {
  for (const { name, value, attributes } of system.children) {
    if (value !== null) putSystem(flat, name, scalarText(value));
    const names = SYSTEM_ATTRIBUTES.get(name);
    for (const attribute of attributes) {
      const flatName = names?.get(attribute.name) ?? `${name}_${attribute.name}`;
      putSystem(flat, flatName, scalarText(attribute.value));
    }
  }
}

function putSystem({ fields, system }: Flat, name: string, value: string): void {
  system.push(name);
  fields[name] ??= value;
}

function addData(into: Flat, data: EvtxElement): void {
  if (data.attributes.length > 0) addAttributes(into, data, '');
  if (data.value !== null) put(into, data.name, scalarText(data.value));
  for (const child of data.children) {
    if (child.name !== 'Data' || child.children.length > 0) addLeaves(into, child, '');
    else put(into, dataName(child), scalarText(child.value));
  }
}

function dataName({ attributes }: EvtxElement): string {
  for (const { name, value } of attributes) if (name === 'Name') return scalarText(value);
  return 'Data';
}

function addRendering(into: Flat, rendering: EvtxElement): void {
  addAttributes(into, rendering, '');
  for (const child of rendering.children) addLeaves(into, child, 'RenderingInfo_');
}

function addLeaves(into: Flat, element: EvtxElement, prefix: string): void {
  addAttributes(into, element, prefix);
  const isBare = element.children.length === 0 && element.attributes.length === 0;
  if (element.value !== null || isBare) {
    put(into, prefix + localName(element.name), scalarText(element.value));
  }
  for (const child of element.children) addLeaves(into, child, prefix);
}

/** Namespaces are no facts of the event. */
function addAttributes(into: Flat, element: EvtxElement, prefix: string): void {
  for (const { name, value } of element.attributes) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    put(into, `${prefix}${localName(element.name)}_${localName(name)}`, scalarText(value));
  }
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function put({ fields, system }: Flat, name: string, value: string): void {
  const known = fields[name];
  if (known === undefined) fields[name] = value;
  else if (system.includes(name)) return;
  else if (typeof known === 'string') fields[name] = [known, value];
  else known.push(value);
}
