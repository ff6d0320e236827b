/** One sync: where both sides stand, what others wrote, what is to be sent; until nothing moves. */
import { DAY_MS } from '../../../../shared/kernel/time.ts';
import { SyncFailure } from '../sync-server.port.ts';
import type { Head, WireConflict } from '../wire.ts';
import { sendWhatDiffers } from './compare.ts';
import type { RunReport } from './loop.types.ts';
import { followPurge } from './purged.ts';
import { aheadBy } from './sync-clock.ts';
import { assertGoesOn, pullUntilDry, type RunContext } from './sync-pull.ts';
import { type Pushed, pushAll } from './sync-push.ts';

/** Digits of a stamp before '-' and the node. */
const STAMP_TIME = 16;
/** Others may push faster than this workstation gets its turn; then it waits a little. */
const MAX_TURNS = 50;

/** Comparisons of one run: the first finds what is to be sent, the next see what that left. */
const READ_ALL_AFTER = 3;
const GIVE_UP_AFTER = 5;

/** @throws SyncFailure; whatever was done until then counts. */
export async function runSync(context: RunContext): Promise<RunReport> {
  const { replica } = context;
  const conflicts: WireConflict[] = [];
  let [received, sent, checks, recovered] = [0, 0, 0, false];
  let head = await meet(context);
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    if (turn > 0) head = await context.server.head();
    if (head.head !== replica.state().cursor) {
      const pulled = await pullUntilDry(context, head);
      received += pulled.received;
      for (const conflict of pulled.conflicts) conflicts.push(conflict);
    }
    received += await followPurge(context);
    const isCompareDue = isDue(context) && (await compare(context, ++checks));
    const pushed = await pushAtRightTime(context, !recovered && mayRecover(context));
    sent += pushed.sent;
    if (pushed.isUnknown) {
      recovered = true;
      context.remember({ recoveredAt: context.clock.now() });
      await enter(context, await context.server.recover(replica.state().cursor));
    } else if (!pushed.isBehind && !isCompareDue) return { received, sent, conflicts };
  }
  throw new SyncFailure('busy', 'Others change the same rows faster than they can be read.');
}

/**
 * Also once a day: whoever only reads has no other proof that the server was put back and has since
 * come past the place where reading stopped.
 */
function isDue({ memory, clock }: RunContext): boolean {
  const { isCompareDue, comparedAt } = memory();
  return isCompareDue || (comparedAt !== null && Math.abs(clock.now() - comparedAt) > DAY_MS);
}

/** After a new epoch, or at first: has what the server lacks sent; whether to look once more. */
async function compare(context: RunContext, checks: number): Promise<boolean> {
  const { replica, remember } = context;
  const parts = await sendWhatDiffers(context);
  if (parts === 0 || checks >= GIVE_UP_AFTER) {
    remember({ isCompareDue: false, comparedAt: context.clock.now() });
    return false;
  }
  // What is here has been sent: what still differs was written there, at places passed already.
  if (checks === READ_ALL_AFTER) replica.enterEpoch(replica.state().epoch, 0);
  return true;
}

/** Where the server stands, and whether both still speak of the same past. */
async function meet(context: RunContext): Promise<Head> {
  const { server, replica, signal } = context;
  // Before the server is told of a node that is nobody's any more.
  if (context.memory().isPutBack) renew(context, replica.stampAt(replica.state().acknowledged));
  const asked = correctedNow(context);
  let head = await server.head();
  assertGoesOn(signal);
  replica.meetServer(head.schema);
  correctClock(context, head.now, asked);
  const hasLost = !agree(context, head);
  const before = replica.state();
  const given = Math.max(head.offered ?? head.head, context.memory().unnotedTo ?? 0);
  const readTo = Math.min(head.head, given);
  const isYounger = hasLost || before.cursor > readTo || before.epoch > head.epoch;
  if (isYounger && before.epoch >= head.epoch) head = await server.recover(before.cursor);
  // What it had said it had, it has no longer.
  if (hasLost) replica.acknowledge(Math.min(before.acknowledged, head.acknowledged));
  if (hasLost || head.epoch !== before.epoch) await enter(context, head);
  const { cursor } = replica.state();
  if (cursor > head.head) replica.enterEpoch(head.epoch, head.head);
  // Deletions that this workstation never read are gone.
  else if (cursor > 0 && cursor < head.watermark) context.remember({ isPurgeDue: true });
  return head;
}

/**
 * What the server has of this workstation: more than was heard (an answer was lost), what this database
 * does not know (it was put back), or less than it had said: then false.
 */
function agree(context: RunContext, head: Head): boolean {
  const { replica, memory, remember } = context;
  const { lastStamp, acknowledged, pushes = 0 } = head;
  if (memory().isNodeNew) {
    if (lastStamp === '' && acknowledged === 0) return true;
    remember({ isNodeNew: false });
  }
  if (pushes > (memory().pushes ?? 0)) {
    // Whatever its stamps say: with a clock that was behind it may have made the very ones again.
    renew(context, replica.stampAt(replica.state().acknowledged), lastStamp);
    remember({ pushes });
    return true;
  }
  const isOfThisNode = nodeOf(lastStamp) === nodeOf(replica.lastStamp());
  if (lastStamp !== '' && !isOfThisNode) return true;
  const known = replica.state().acknowledged;
  // Not the stamp at that place: rows cross as they are, with stamps of later places.
  const isUnknown = acknowledged > known && replica.writes([lastStamp]).length === 0;
  if (lastStamp > replica.lastStamp() || isUnknown) {
    renew(context, lastStamp);
    return true;
  }
  if (acknowledged > known) replica.acknowledge(acknowledged);
  return acknowledged >= known;
}

/** What is not sent yet gets the new node too, and keeps its times. */
function renew({ replica, remember }: RunContext, lastStamp: string, seen = lastStamp): void {
  replica.renewNode(lastStamp, seen);
  remember({ isPutBack: false, isNodeNew: true });
}

const nodeOf = (stamp: string): string => stamp.slice(STAMP_TIME);

/**
 * The server's past is another one than this workstation's: places that were read mean other rows now.
 * Where anything differs all is read again before anything is sent, so that nothing of others is
 * overwritten unseen; what the server lacks is sent then.
 */
async function enter(context: RunContext, place: Head): Promise<void> {
  const { epoch, epochFrom, head, offered = head } = place;
  const { replica, remember } = context;
  // First, so that a process that ends here compares all the same.
  // What the server lacks may be what it lost: nothing is taken for purged.
  remember({ isCompareDue: true, isPurgeDue: false, unnotedTo: 0 });
  replica.enterEpoch(epoch, Math.min(replica.state().cursor, epochFrom, head, offered));
  if ((await sendWhatDiffers(context)) > 0) replica.enterEpoch(epoch, 0);
}

const correctedNow = ({ clock, memory }: RunContext): number =>
  clock.now() + memory().clockOffsetMs;

function correctClock(context: RunContext, serverNow: number, asked: number): void {
  const ahead = aheadBy({ serverNow, asked, answered: correctedNow(context) });
  if (ahead > 0) context.replica.restamp(ahead, serverNow);
  else if (ahead < 0) context.remember({ clockOffsetMs: context.memory().clockOffsetMs - ahead });
}

interface Tried extends Pushed {
  /** The server does not know a write of others that this workstation has from it. */
  readonly isUnknown: boolean;
}

/** A new epoch costs everybody a comparison: a row that is refused for good must not begin one each time. */
function mayRecover({ memory, clock }: RunContext): boolean {
  const { recoveredAt } = memory();
  return recoveredAt == null || Math.abs(clock.now() - recoveredAt) > DAY_MS;
}

async function pushAtRightTime(context: RunContext, recovers: boolean): Promise<Tried> {
  try {
    return { ...(await pushAll(context)), isUnknown: false };
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error;
    if (error.kind === 'refused' && recovers) return { sent: 0, isBehind: false, isUnknown: true };
    if (error.kind !== 'clock' || error.serverNow === null) throw error;
    // A stamp may be ahead although the clock no longer is: made before it was set right.
    context.replica.restamp(0, error.serverNow);
    return { ...(await pushAll(context)), isUnknown: false };
  }
}
