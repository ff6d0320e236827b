/**
 * Facts of a portable executable (EXE, DLL, SYS, EFI): 'PE Format' of Microsoft's documentation. Pure, for
 * a file of any size; memory is bounded by FileView and the limits of each part, and nothing that a
 * header says is believed before it is held to the bytes there are.
 */
import { bytesSource, type FileBytes, FileView } from '../binary/file-view.ts';
import { utf8 } from '../pcap/bytes.ts';
import { readSignature } from './authenticode.ts';
import { checksumOf } from './checksum.ts';
import { readClr } from './clr.ts';
import { readDebug } from './debug.ts';
import { readExports } from './exports.ts';
import { findingsOf } from './findings.ts';
import { importHash, readImports } from './imports.ts';
import {
  CHARACTERISTICS,
  DLL_CHARACTERISTICS,
  MACHINES,
  namesOf,
  SUBSYSTEMS,
} from './names.table.ts';
import type { Md5, PeFacts, PeResource } from './pe.types.ts';
import { findPeHeader, PeImage } from './pe-image.ts';
import { readResources } from './resources.ts';
import { readRich } from './rich.ts';
import { describeSections, overlayOf } from './sections.ts';
import { readTlsCallbacks } from './tls.ts';
import { readVersionInfo } from './version-info.ts';

const MOST_MANIFEST = 16_384;

/** Null where this is no portable executable. */
export function readPe(file: FileBytes | Uint8Array, md5: Md5): PeFacts | null {
  const view = new FileView(file instanceof Uint8Array ? bytesSource(file) : file);
  const header = findPeHeader(view);
  if (header === null) return null;
  const image = new PeImage(view, header);
  const libraries = readImports(image);
  const debug = readDebug(image);
  const resources = readResources(image);
  const version = resources.find(({ type }) => type === 'version');
  const info = version ? readVersionInfo(view, version.offset, version.size) : null;
  const sections = describeSections(image);
  const signature = readSignature(image);
  const entryPoint = view.u32(image.optional + 16);
  const facts = {
    ...readHeaders(image),
    isReproducible: debug.some(({ type }) => type === 'reproducible'),
    entryPoint,
    entrySection: image.sectionAt(entryPoint)?.name ?? null,
    checksum: { stored: view.u32(image.optional + 64), computed: checksumOf(image) },
    sections,
    libraries,
    importCount: libraries.reduce((sum, { imports }) => sum + imports.length, 0),
    importHash: importHash(libraries, md5),
    exports: readExports(image),
    rich: readRich(view, header, md5),
    debug,
    resources,
    version: info?.strings ?? {},
    fixedVersion: info?.fixed ?? null,
    manifest: manifestOf(view, resources),
    overlay: overlayOf(image),
    signature,
    clr: readClr(image),
    tlsCallbacks: readTlsCallbacks(image),
  };
  return { ...facts, findings: findingsOf(facts), problems: image.problems };
}

function readHeaders({ view, header, optional, is64 }: PeImage) {
  const machine = view.u16(header + 4);
  const flags = view.u16(header + 22);
  const subsystem = view.u16(optional + 68);
  const base = is64 ? view.u64(optional + 24) : BigInt(view.u32(optional + 28));
  return {
    machine: MACHINES[machine] ?? `machine 0x${machine.toString(16)}`,
    is64,
    isDll: (flags & 0x2000) !== 0,
    isDriver: subsystem === 1,
    subsystem: SUBSYSTEMS[subsystem] ?? `subsystem ${subsystem}`,
    characteristics: namesOf(flags, CHARACTERISTICS),
    dllCharacteristics: namesOf(view.u16(optional + 70), DLL_CHARACTERISTICS),
    compileTime: view.u32(header + 8),
    linker: `${view.u8(optional + 2)}.${view.u8(optional + 3)}`,
    imageBase: `0x${base.toString(16)}`,
    imageSize: view.u32(optional + 56),
  };
}

function manifestOf(view: FileView, resources: readonly PeResource[]): string | null {
  const manifest = resources.find(({ type }) => type === 'manifest');
  if (manifest === undefined) return null;
  const bytes = view.bytes(manifest.offset, Math.min(manifest.size, MOST_MANIFEST));
  return utf8(bytes);
}
