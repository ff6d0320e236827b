/**
 * What the OSCAL models share (NIST OSCAL 1.1.2, JSON): metadata, tokens, identifiers, back matter.
 * UUIDs are made from the record's own id (RFC 9562, version 5), so that the same record has the
 * same UUID in every export.
 */
import { v5 } from 'uuid';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ExportControl, ExportFramework } from './export-content.store.ts';

export const OSCAL_VERSION = '1.1.2';
/** Of properties that OSCAL has no name for. */
export const OUR_NAMESPACE = 'urn:watchfloor:oscal';
const UUID_NAMESPACE = 'c3b9a0de-6a57-4d0e-9a70-8f2d4f6a51c7';
export const OWNER_ROLE = 'control-owner';

export interface OscalFrame {
  readonly version: string;
  /** ms since the epoch. */
  readonly generatedAt: number;
  readonly workspaceId: string;
}

export function recordUuid(kind: string, ...ids: readonly string[]): string {
  return v5([kind, ...ids].join(' '), UUID_NAMESPACE);
}

/** Null for none, so that an absent array is left out: OSCAL knows no empty ones. */
export function filled<K extends string, T>(
  name: K,
  items: readonly T[],
): Record<K, readonly T[]> | Record<string, never> {
  return items.length > 0 ? ({ [name]: items } as Record<K, readonly T[]>) : {};
}

/**
 * A control's id as OSCAL's token: `AC-2(1)` is `ac-2.1` as in NIST's catalogs; a first character that
 * a token may not begin with gets `c-` in front.
 */
export function controlToken(ref: string): string {
  const plain = ref
    .toLowerCase()
    .replace(/\((\d+)\)/g, '.$1')
    .replace(/[^\p{L}\p{N}.\-_]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return /^[\p{L}_]/u.test(plain) ? plain : `c-${plain}`;
}

/** Text that must not be empty, in one piece. */
export function oscalText(text: string | null, otherwise: string): string {
  return text?.trim() || otherwise;
}

/** A title: one line without white space at its ends. */
export const oscalLine = (text: string): string => text.replace(/\s+/g, ' ').trim() || 'Untitled';

export const partyUuid = (accountId: string): string => recordUuid('account', accountId);

/** Owners of controls become parties; without one there are no roles either. */
export function metadataOf(
  title: string,
  frame: OscalFrame,
  frameworks: readonly ExportFramework[],
) {
  const owners = new Map<string, string>();
  for (const { ownerId, owner } of frameworks.flatMap(({ controls }) => controls)) {
    if (ownerId !== null && owner !== null) owners.set(ownerId, owner);
  }
  const parties = [...owners].map(([id, name]) => ({
    uuid: partyUuid(id),
    type: 'person',
    name: oscalLine(name),
  }));
  return {
    title: oscalLine(title),
    'last-modified': toIso(frame.generatedAt),
    version: toIso(frame.generatedAt).slice(0, 10),
    'oscal-version': OSCAL_VERSION,
    props: [{ name: 'generator', ns: OUR_NAMESPACE, value: `Watchfloor ${frame.version}` }],
    ...(parties.length > 0 ? { roles: [{ id: OWNER_ROLE, title: 'Control owner' }], parties } : {}),
  };
}

export const frameworkUuid = (framework: ExportFramework): string =>
  recordUuid('framework', framework.id);

export const frameworkTitle = ({ name, version }: ExportFramework): string =>
  version === null ? name : `${name} ${version}`;

/** Says what the controls' ids are from: catalogs are not passed on, not every licence allows it. */
export function frameworkResource(framework: ExportFramework) {
  const { publisher, source, pack } = framework;
  const props = [
    { name: 'framework', value: framework.name },
    { name: 'version', value: framework.version },
    { name: 'publisher', value: publisher },
    { name: 'pack', value: pack },
  ].flatMap(({ name, value }) =>
    value?.trim() ? [{ name, ns: OUR_NAMESPACE, value: oscalLine(value) }] : [],
  );
  return {
    uuid: frameworkUuid(framework),
    title: oscalLine(frameworkTitle(framework)),
    description: oscalText(source, 'A framework of this workspace.'),
    ...filled('props', props),
  };
}

/** The id as its publisher prints it, and how the workspace assesses it. */
export function controlProps(control: ExportControl) {
  return [
    { name: 'label', value: oscalLine(control.ref) },
    { name: 'assessment-status', ns: OUR_NAMESPACE, value: control.status },
  ];
}

export const isAssessed = ({ isApplicable, status }: ExportControl): boolean =>
  isApplicable && status !== 'NOT_ASSESSED';
