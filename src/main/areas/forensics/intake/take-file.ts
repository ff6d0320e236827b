/**
 * Reads one brought file and all that is inside it. Archives are opened in memory or in a working
 * store, by the bytes; no name in them is ever a path. Hostile input: see budget.ts for what stops it.
 */
import {
  displayName,
  type IntakeLimits,
  limitText,
  NOT_RECOGNISED,
  nameProblem,
} from '../../../../shared/areas/forensics/intake/intake.rules.ts';
import type { BlobStore } from '../../../platform/blob-store.ts';
import type { EvidenceReader } from '../readers/reader.types.ts';
import { type ArchiveHost, type ArchiveMember, PasswordNeeded } from './archive.types.ts';
import { type Budget, LimitReached } from './budget.ts';
import { chooseReaders, HEAD_BYTES, looksOf } from './choose-readers.ts';
import { CONTAINER_LABELS, type Container, compressedMember, containerOf } from './containers.ts';
import { type FileBytes, type Peeked, peek, takeIn } from './file-bytes.ts';
import { type EventSink, readFile } from './read-file.ts';
import { createReceipt, type ReceiptMaker } from './receipt.ts';
import { tarMembers } from './unpack-tar.ts';
import { zipMembers } from './unpack-zip.ts';

/** A file that gets a session of its own. */
export interface FileFound {
  /** Within the brought file; '' for that itself. */
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly detected: string;
  readonly readers: readonly EvidenceReader[];
}

/** Where what was found goes. */
export interface IntakePorts {
  readonly events: EventSink;
  /** Opens the session of a file inside; answers its id. */
  begin(found: FileFound): string;
  end(sessionId: string, found: FileFound, receipt: ReceiptMaker, failure: string | null): void;
  /** What has this content already, in words; null where nothing has. */
  sameContent(sha256: string): string | null;
  /** Readers that a person chose for a file. */
  chosenFor(path: string): readonly string[] | null;
  reached(bytes: number): void;
}

export interface IntakeRun {
  readonly readers: readonly EvidenceReader[];
  readonly work: BlobStore;
  readonly limits: IntakeLimits;
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly passwords: readonly string[];
  /** What no password opens is passed over. */
  readonly goesOn: boolean;
  readonly takenAt: number;
  /** Only this file inside, and what leads to it; null for all. */
  readonly only: string | null;
  /** Contents that were met, with where: each is opened once. */
  readonly seen: Map<string, string>;
  readonly ports: IntakePorts;
}

interface Place {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  /** Paths that were given already. */
  readonly taken: Set<string>;
}

const JOINT = '!/';

/** A path for a member that no other has: people and 'read again' find it by this. */
function pathFor(place: Place, name: string): string {
  const base = place.path === '' ? name : `${place.path}${JOINT}${name}`;
  let path = base;
  for (let n = 2; place.taken.has(path); n++) path = `${base} #${n}`;
  place.taken.add(path);
  return path;
}

const leadsTo = (only: string | null, path: string): boolean =>
  only === null || only === path || only.startsWith(`${path}${JOINT}`);

/** @throws PasswordNeeded, and where the job was cancelled. */
export async function takeFile(
  run: IntakeRun,
  brought: { readonly file: FileBytes; readonly name: string; readonly id: string },
): Promise<{ found: FileFound; receipt: ReceiptMaker; failure: string | null }> {
  const { file, name } = brought;
  const receipt = createReceipt();
  const place: Place = { path: '', name, depth: 0, taken: new Set() };
  const head = await headOf(file);
  const chosen = run.ports.chosenFor('');
  const container = chosen === null || chosen.length === 0 ? containerOf(head) : null;
  const common = { path: '', size: file.size, sha256: file.sha256 };
  let failure: string | null = null;
  if (container !== null) {
    const found = { ...common, detected: CONTAINER_LABELS[container], readers: [] };
    await stopping(receipt, () =>
      unpack(run, { container, head, place, receipt, file, stream: null }),
    );
    return { found, receipt, failure };
  }
  const readers = chooseReaders(run.readers, { head, name, chosen });
  const found = { ...common, detected: readers[0]?.label ?? looksOf(head), readers };
  if (readers.length === 0) receipt.note(NOT_RECOGNISED);
  await stopping(receipt, async () => {
    failure = await readFile(
      run,
      { ...found, name, id: brought.id, file, receipt },
      (inner, bytes) => takeMember(run, place, receipt, memberOf(inner, bytes)),
    );
  });
  return { found, receipt, failure };
}

async function headOf(file: FileBytes): Promise<Buffer> {
  const { head, close } = await peek(file.bytes(), HEAD_BYTES);
  await close();
  return head;
}

const memberOf = (name: string, bytes: AsyncIterable<Uint8Array>): ArchiveMember => ({
  ...{ name, type: 'file', target: null, refusal: null },
  open: () => bytes,
});

/** A limit ends the reading of the brought file; what came before stays. */
async function stopping(receipt: ReceiptMaker, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    receipt.note(error.message);
    receipt.problem({ what: 'a limit was reached', where: null, isLoss: true });
  }
}

interface Unpacking {
  readonly container: Container;
  readonly head: Buffer;
  readonly place: Place;
  readonly receipt: ReceiptMaker;
  /** One of the two. */
  readonly file: FileBytes | null;
  readonly stream: Peeked | null;
}

async function unpack(run: IntakeRun, opened: Unpacking): Promise<void> {
  const { place, receipt } = opened;
  try {
    for await (const member of membersOf(run, opened)) {
      await run.budget.breathe();
      run.budget.member();
      await takeMember(run, place, receipt, member);
    }
  } catch (error) {
    if (error instanceof PasswordNeeded && place.path !== '' && !error.isNamed)
      throw new PasswordNeeded(error.isWrong, place.path);
    if (error instanceof LimitReached || error instanceof PasswordNeeded) throw error;
    run.signal.throwIfAborted();
    const what = error instanceof Error ? error.message : String(error);
    receipt.problem({ what, where: place.path || null, isLoss: true });
  }
}

async function* membersOf(run: IntakeRun, opened: Unpacking): AsyncGenerator<ArchiveMember> {
  const { container, head, place, receipt, file, stream } = opened;
  const host: ArchiveHost = {
    ...{ passwords: run.passwords, goesOn: run.goesOn },
    problem: (what, where, isLoss) => receipt.problem({ what, where, isLoss }),
    reached: place.depth === 0 ? run.ports.reached : () => {},
  };
  const source = () => (stream ? stream.all() : (file?.bytes() ?? nothing()));
  if (container === 'tar') yield* tarMembers(source(), host);
  else if (container !== 'zip')
    yield* compressedMember(container, head, source(), place.name, host);
  else if (file) {
    const bytes = file.random();
    try {
      yield* zipMembers(bytes, host, run.limits.entries + 1);
    } finally {
      bytes.close();
    }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* counting(run: IntakeRun, source: AsyncIterable<Uint8Array>) {
  for await (const bytes of source) {
    run.budget.expand(bytes.byteLength);
    await run.budget.breathe();
    yield bytes;
  }
}

/** One member of an archive, or a file that a reader found inside another. */
async function takeMember(
  run: IntakeRun,
  outer: Place,
  receipt: ReceiptMaker,
  member: ArchiveMember,
): Promise<void> {
  const { limits } = run;
  const isLong = Buffer.byteLength(member.name) > limits.nameBytes;
  const raw = isLong ? member.name.slice(0, limits.nameBytes) : member.name;
  if (isLong) receipt.problem({ what: limitText('nameBytes', limits), where: null, isLoss: false });
  const odd = nameProblem(raw);
  const name = displayName(raw);
  const path = pathFor(outer, name);
  if (odd !== null) receipt.problem({ what: odd, where: path, isLoss: false });
  if (member.type === 'folder' || !leadsTo(run.only, path)) return;
  const plain = { path, size: 0, sha256: null, sessionId: null };
  if (member.type !== 'file') {
    const where = member.target === null ? '' : ` to '${displayName(member.target)}'`;
    const note = member.type === 'link' ? `a link${where}, not followed` : 'a device, not opened';
    receipt.problem({
      what: `${member.type === 'link' ? 'a link' : 'a device'} in the archive; reported, not opened`,
      where: path,
      isLoss: false,
    });
    receipt.member({ ...plain, note });
    return;
  }
  if (member.refusal !== null) {
    receipt.problem({ what: `a member: ${member.refusal}`, where: path, isLoss: true });
    receipt.member({ ...plain, note: member.refusal });
    return;
  }
  const place: Place = { path, name, depth: outer.depth + 1, taken: outer.taken };
  await takeContent(run, place, receipt, counting(run, member.open()));
}

async function takeContent(
  run: IntakeRun,
  place: Place,
  receipt: ReceiptMaker,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { ports, limits } = run;
  const { path } = place;
  const begun = await peek(source, HEAD_BYTES);
  const chosen = ports.chosenFor(path);
  const container = chosen === null || chosen.length === 0 ? containerOf(begun.head) : null;
  const isTooDeep = container !== null && place.depth > limits.depth;
  if (isTooDeep) receipt.problem({ what: limitText('depth', limits), where: path, isLoss: true });
  if (container !== null && container !== 'zip' && !isTooDeep) {
    const label = CONTAINER_LABELS[container];
    receipt.member({ path, size: 0, sha256: null, note: label, sessionId: null });
    await unpack(run, { container, head: begun.head, place, receipt, file: null, stream: begun });
    return;
  }
  const { file, cutBy } = await takeIn(begun.all(), run.work, limits, run.signal);
  try {
    if (cutBy instanceof PasswordNeeded) throw cutBy;
    if (cutBy !== null && !(cutBy instanceof LimitReached))
      receipt.problem({ what: cutBy.message, where: path, isLoss: true });
    const about = { path, size: file.size, sha256: file.sha256 };
    const same = sameAs(run, path, file.sha256);
    if (same !== null) receipt.member({ ...about, note: same, sessionId: null });
    else if (container === 'zip' && !isTooDeep) {
      receipt.member({ ...about, note: CONTAINER_LABELS.zip, sessionId: null });
      await unpack(run, { container, head: begun.head, place, receipt, file, stream: null });
    } else {
      const cut = cutBy !== null && !(cutBy instanceof LimitReached) ? cutBy.message : null;
      await readInner(run, { place, receipt, file, head: begun.head, isTooDeep, cut });
    }
    if (cutBy instanceof LimitReached) throw cutBy;
  } finally {
    file.dispose();
  }
}

function sameAs({ only, seen, ports }: IntakeRun, path: string, sha256: string): string | null {
  const first = seen.get(sha256);
  if (first !== undefined && only === null) return `the same content as '${first}'; not read twice`;
  seen.set(sha256, path);
  return ports.sameContent(sha256);
}

interface Inner {
  readonly place: Place;
  readonly receipt: ReceiptMaker;
  readonly file: FileBytes;
  readonly head: Buffer;
  readonly isTooDeep: boolean;
  /** Why the end of it is missing. */
  readonly cut: string | null;
}

/** A file inside, by its readers, in a session of its own. */
async function readInner(run: IntakeRun, inner: Inner): Promise<void> {
  const { place, receipt: outer, file, head } = inner;
  const { path, name } = place;
  const { ports } = run;
  const about = { path, size: file.size, sha256: file.sha256 };
  const readers = inner.isTooDeep
    ? []
    : chooseReaders(run.readers, { head, name, chosen: ports.chosenFor(path) });
  if (readers.length === 0) {
    const note = `${looksOf(head)}: ${NOT_RECOGNISED}`;
    outer.member({ ...about, note, sessionId: null });
    return;
  }
  const found: FileFound = { ...about, detected: readers[0]?.label ?? '', readers };
  const sessionId = ports.begin(found);
  outer.member({ ...about, note: found.detected, sessionId });
  const receipt = createReceipt();
  if (inner.cut !== null) receipt.problem({ what: inner.cut, where: null, isLoss: true });
  let failure: string | null = null;
  try {
    await stopping(receipt, async () => {
      failure = await readFile(
        run,
        { ...found, name, id: sessionId, file, receipt },
        (more, bytes) => takeMember(run, place, outer, memberOf(more, bytes)),
      );
    });
  } finally {
    if (!run.signal.aborted) ports.end(sessionId, found, receipt, failure);
  }
  outer.include(receipt);
  if (failure !== null)
    outer.problem({ what: 'a file inside could not be read', where: path, isLoss: true });
  else if (receipt.hasLosses && inner.cut === null)
    outer.problem({ what: 'a file inside was read in part', where: path, isLoss: true });
}
