/** One receiver while it is switched on: its listener, its spool and its counts. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isLoopback } from './bind-error.ts';
import { createFolderWatch, type FolderFile, LOOK_EVERY_MS } from './folder-watch.ts';
import { type HttpInbox, listenHttp } from './http-listener.ts';
import { createProof } from './http-proof.ts';
import type { Listener } from './listener.types.ts';
import { createRateLimit } from './rate-limit.ts';
import type { ReceiverPlan, ReceiverState } from './receiver.types.ts';
import { ReceiverCounts } from './receiver-counts.ts';
import { checkIdentity, fingerprintOf, ownCertificate } from './self-certificate.ts';
import { isBehind, readPosition, spoolFolder } from './spool-place.ts';
import { createSpoolWriter, type SpoolMark, type SpoolWriter } from './spool-writer.ts';
import { listenTcp, type TlsIdentity } from './syslog-tcp.ts';
import { listenUdp } from './syslog-udp.ts';
import { createTriage, type Triage } from './triage.ts';

/** Of one receiver; more than the largest burst that is promised (20,000 lines a second for 30 s). */
const SPOOL_LIMIT_BYTES = 1_024 * 1_048_576;
const COMMIT_WAIT_MS = 20_000;
const MOST_WAITING = 1_000;

export interface RunPorts {
  readonly dataDir: string;
  readonly spoolKey: Buffer;
  readonly now: () => number;
  /** Something waits for the database. */
  onSpooled(): void;
  takeFile(
    file: FolderFile & { readonly request: string; readonly receiverId: string },
  ): Promise<string | null>;
  readonly spoolLimitBytes?: number;
}

interface Waiting {
  readonly mark: SpoolMark;
  readonly until: number;
  readonly resolve: (isKept: boolean) => void;
}

export class ReceiverRun {
  readonly plan: ReceiverPlan;
  readonly #ports: RunPorts;
  readonly #folder: string;
  readonly #counts: ReceiverCounts;
  readonly #spool: SpoolWriter;
  readonly #triage: Triage | null;
  #listeners: Listener[] = [];
  #state: ReceiverState['state'] = 'STARTING';
  #error: string | null = null;
  #certificate: ReceiverState['certificate'] = null;
  #waiting: Waiting[] = [];
  #hasNews = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Files that failed and are tried again, in words. */
  #retries: string | null = null;
  #watch: { look(): Promise<void> } | null = null;

  constructor(plan: ReceiverPlan, ports: RunPorts) {
    this.plan = plan;
    this.#ports = ports;
    this.#folder = spoolFolder(ports.dataDir, plan.id);
    this.#counts = new ReceiverCounts(this.#folder);
    const limitBytes = ports.spoolLimitBytes ?? SPOOL_LIMIT_BYTES;
    this.#spool = createSpoolWriter({ folder: this.#folder, key: ports.spoolKey, limitBytes });
    this.#triage = plan.kind === 'syslog' ? createTriage(plan.settings) : null;
  }

  async open(isIsolated: boolean): Promise<void> {
    if (
      this.plan.kind !== 'watched-folder' &&
      isIsolated &&
      !isLoopback(this.plan.settings.address)
    ) {
      this.#state = 'ISOLATED';
      return;
    }
    try {
      await this.#listen();
      this.#state = 'LISTENING';
      this.#error = null;
    } catch (error) {
      await this.shut();
      this.#state = 'ERROR';
      this.#error = error instanceof Error ? error.message : 'Could not be started';
    }
  }

  async #listen(): Promise<void> {
    const { plan } = this;
    if (plan.kind === 'syslog') {
      const { address, port, transport } = plan.settings;
      const inbox = this.#inbox();
      if (transport.includes('udp'))
        this.#listeners.push(await listenUdp({ address, port }, inbox));
      if (transport !== 'udp') {
        const tls = transport === 'tls' ? this.#identity(plan.settings, plan.secrets) : null;
        this.#listeners.push(await listenTcp({ address, port, tls }, inbox));
      }
    } else if (plan.kind === 'http-receiver') {
      const { address, port, proof, perSecond, isTls } = plan.settings;
      const secret = plan.secrets.secret ?? '';
      if (secret.length < 16) throw new Error('The token or key needs at least 16 characters.');
      const tls = isTls ? this.#identity(plan.settings, plan.secrets) : null;
      const checked = createProof(proof, secret);
      const mayCome = createRateLimit(perSecond);
      const { now } = this.#ports;
      const options = { address, port, tls, proof: checked, mayCome, now };
      this.#listeners.push(await listenHttp(options, this.#inbox()));
    } else this.#watch = this.#openFolder(plan.settings);
  }

  #openFolder(settings: Parameters<typeof createFolderWatch>[0]) {
    return createFolderWatch(settings, join(this.#folder, 'seen.json'), {
      take: async (file) => {
        this.#counts.saw(Buffer.from(file.name), this.#ports.now());
        const request = randomUUID();
        return this.#ports.takeFile({ ...file, request, receiverId: this.plan.id });
      },
      now: this.#ports.now,
      retries: (text) => {
        this.#retries = text;
      },
      rejected: (reason) => this.#counts.count('rejected', reason),
      skipped: (reason) => this.#counts.count('skipped', reason),
      problem: (text) => {
        this.#error = text;
        this.#state = text === null ? 'LISTENING' : 'ERROR';
      },
    });
  }

  /** @throws Error that says what is wrong with what was given. */
  #identity(
    settings: { readonly address: string; readonly certificate: readonly string[] },
    secrets: Readonly<Record<string, string>>,
  ): TlsIdentity {
    const given = settings.certificate.join('\n');
    const key = secrets.tlsKey ?? '';
    if ((given === '') !== (key === '')) {
      throw new Error('A certificate needs its private key, and the other way round.');
    }
    const { spoolKey, now } = this.#ports;
    const identity =
      given === ''
        ? ownCertificate(this.#folder, spoolKey, settings.address, now())
        : { cert: given, key };
    checkIdentity(identity.cert, identity.key);
    this.#certificate = { fingerprint: fingerprintOf(identity.cert), pem: identity.cert };
    return identity;
  }

  #inbox(): HttpInbox {
    const counts = this.#counts;
    return {
      put: (record) => this.#put(record),
      isFull: () => this.#spool.isFull() || this.#waiting.length >= MOST_WAITING,
      skipped: (reason) => counts.count('skipped', reason),
      rejected: (reason, times) => counts.count('rejected', reason, times),
      lost: (reason, times) => counts.count('lost', reason, times),
      committed: () => {
        const mark = this.#flush();
        return new Promise((resolve) => {
          this.#waiting.push({ mark, until: this.#ports.now() + COMMIT_WAIT_MS, resolve });
        });
      },
    };
  }

  #put(record: Buffer): boolean {
    const reason = this.#triage?.(record) ?? null;
    // What is put comes from a chunk of the network: a view into it would keep all of it.
    if (reason === null && !this.#spool.add(Buffer.from(record))) return false;
    this.#counts.saw(record, this.#ports.now());
    if (reason === null) this.#hasNews = true;
    else this.#counts.count('skipped', reason);
    return true;
  }

  #flush(): SpoolMark {
    const mark = this.#spool.flush();
    if (this.#hasNews) this.#ports.onSpooled();
    this.#hasNews = false;
    return mark;
  }

  /** Some times a second. @throws what the file system says. */
  tick(): void {
    this.#flush();
    for (const listener of this.#listeners) listener.tick();
    if (this.#waiting.length > 0) this.#answerWaiting();
    const now = performance.now();
    if (this.#watch !== null && now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      void this.#watch.look();
    }
  }

  #answerWaiting(): void {
    const position = readPosition(this.#folder);
    const now = this.#ports.now();
    this.#waiting = this.#waiting.filter(({ mark, until, resolve }) => {
      const isKept = !isBehind(position, mark.segment, mark.offset);
      if (!isKept && now < until) return true;
      resolve(isKept);
      return false;
    });
  }

  save(): void {
    this.#counts.save();
  }

  fail(text: string): void {
    this.#error = text;
    this.#state = 'ERROR';
  }

  state(): ReceiverState {
    const drained = readPosition(this.#folder);
    const counts = this.#counts;
    const done = drained.kept + drained.merged + drained.skipped + drained.rejected;
    const passed = counts.skipped;
    return {
      id: this.plan.id,
      state: this.#state,
      bound: this.#listeners.flatMap(({ bound }) => bound),
      error: this.#error ?? this.#retries,
      received: counts.received,
      kept: drained.kept,
      merged: drained.merged,
      skipped: drained.skipped + passed,
      rejected: drained.rejected + counts.rejected,
      lost: counts.lost + drained.damaged,
      waiting:
        this.plan.kind === 'watched-folder' ? 0 : Math.max(0, counts.received - passed - done),
      reasons: Object.entries(addUp(counts.reasons, drained.reasons))
        .map(([text, count]) => ({ text, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, 20),
      lastAt: counts.lastAt === null ? null : new Date(counts.lastAt).toISOString(),
      lastLine: counts.lastLine,
      certificate: this.#certificate,
    };
  }

  /** Stops listening; what was received stays in the spool. */
  async shut(): Promise<void> {
    const listeners = this.#listeners;
    this.#listeners = [];
    this.#watch = null;
    await Promise.all(listeners.map((listener) => listener.close()));
    for (const { resolve } of this.#waiting) resolve(false);
    this.#waiting = [];
    this.#flush();
  }

  /** The workspace is (no longer) alone. */
  async isolate(isIsolated: boolean): Promise<void> {
    if (this.plan.kind === 'watched-folder' || isLoopback(this.plan.settings.address)) return;
    await this.shut();
    await this.open(isIsolated);
  }

  async close(): Promise<void> {
    await this.shut();
    this.#spool.close();
    this.#counts.save();
  }
}

function addUp(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum: Record<string, number> = { ...a };
  for (const [text, count] of Object.entries(b)) sum[text] = (sum[text] ?? 0) + count;
  return sum;
}
