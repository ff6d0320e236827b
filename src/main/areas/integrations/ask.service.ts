/** What a person asks of a vendor and waits for: whether settings are enough, and to take one record. */
import type { TestAnswer } from '../../../shared/areas/integrations/marketplace.contract.ts';
import type { Push } from '../../../shared/areas/integrations/push.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Egress, EgressFailure, type EgressLimits } from '../../platform/egress-port.ts';
import type { HeldBack } from '../../platform/held-back-port.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type Connector, ConnectorFailure, type PushItem } from './connector.types.ts';
import type { IntegrationService, Secrets } from './integrations.service.ts';
import { checkedSettings, type Kinds, originsOfKind } from './kinds.ts';
import { openContext } from './open-connector.ts';
import { addPush, findPush } from './push.store.ts';
import { withDeadline } from './run/deadline.ts';

/** Somebody waits, and the answer is read in the core's own thread: little and soon. */
const LIMITS: EgressLimits = {
  beginMs: 15_000,
  idleMs: 10_000,
  totalMs: 30_000,
  maxBytes: 2 * 1024 * 1024,
};
const ALL_MS = 40_000;

export interface AskDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly kinds: Kinds;
  readonly integrations: IntegrationService;
  readonly egress: Egress;
  readonly isIsolated: () => boolean;
  readonly heldBack: HeldBack;
  /** An alert or incident as the page shows it to this account. @throws AppError 'not-found' */
  readonly itemOf: (kind: PushItem['kind'], id: string) => Promise<PushItem>;
}

export interface TestQuestion {
  readonly id?: string | undefined;
  readonly connector?: string | undefined;
  readonly settings?: unknown;
  readonly secrets?: Secrets | undefined;
}

export type AskService = ReturnType<typeof createAskService>;

export function createAskService(deps: AskDeps) {
  const { db, clock, newId, kinds, integrations } = deps;
  const abort = new AbortController();

  function contextOf(
    connector: Connector,
    one: { id: string; settings: unknown; secrets: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ) {
    const now = () => clock.now();
    const { egress } = deps;
    return openContext(connector, { ...one, egress, signal, now, batchSize: 10, limits: LIMITS });
  }

  async function questionOf(asked: TestQuestion) {
    const kept = asked.id === undefined ? null : await integrations.opened(asked.id);
    const kind = kept?.kind ?? (await kinds.find(asked.connector ?? ''));
    if (!kind) throw new AppError('bad-input', 'There is no such connector');
    const settings = asked.settings ?? kept?.settings ?? {};
    checkedSettings(kind, settings);
    // Kept secrets are for where they were given: settings that point elsewhere need them anew.
    const isSame =
      kept !== null &&
      originsOfKind(kind, settings).join() === originsOfKind(kind, kept.settings).join();
    const given = Object.entries(asked.secrets ?? {}).filter(([, value]) => value !== null);
    const secrets = { ...(isSame ? kept.secrets : {}), ...Object.fromEntries(given) } as Record<
      string,
      string
    >;
    return { kind, settings, secrets, id: asked.id ?? 'test' };
  }

  return {
    close: () => abort.abort(new EgressFailure('cancelled', 'Watchfloor was closed')),

    async test(asked: TestQuestion): Promise<TestAnswer> {
      const { kind, ...one } = await questionOf(asked);
      const beganAt = performance.now();
      const answer = (isGood: boolean, text: string, version: string | null): TestAnswer => ({
        ...{ isGood, text, version, ms: Math.round(performance.now() - beganAt) },
      });
      if (kind.type === 'receiver')
        return answer(true, 'The settings are complete. It listens once it is connected.', null);
      if (deps.isIsolated())
        return answer(false, 'This workspace is isolated: nothing was asked.', null);
      try {
        const { text, version } = await withDeadline(
          (signal) => kind.of.probe(contextOf(kind.of, one, signal)),
          ALL_MS,
          abort.signal,
        );
        return answer(true, text, version);
      } catch (error) {
        return answer(false, sayFailure(error, deps.log), null);
      }
    },

    /** @throws AppError where it could not even be tried; a refusal of the vendor is in the answer. */
    async push(
      id: string,
      { kind: itemKind, itemId }: { readonly kind: PushItem['kind']; readonly itemId: string },
      actor: string,
    ): Promise<Push> {
      const { row, kind, settings, secrets } = await integrations.opened(id);
      if (kind.type !== 'connector' || !kind.of.push)
        throw new AppError('conflict', 'Nothing can be sent to this integration');
      if (row.status === 'DISCONNECTED')
        throw new AppError('conflict', 'This integration is disconnected. Connect it first.');
      const item = await deps.itemOf(itemKind, itemId);
      if (deps.isIsolated()) {
        deps.heldBack.hold({
          ...{ kind: 'push', key: `${id}:${itemId}`, account: actor },
          what: `${itemKind === 'alert' ? 'Alert' : 'Incident'} "${item.title}" to ${row.name}`,
          destination: originsOfKind(kind, settings)[0] ?? '',
          sizeBytes: Buffer.byteLength(JSON.stringify(item)),
          redo: { integrationId: id, kind: itemKind, itemId },
        });
        throw new AppError(
          'conflict',
          'This workspace is isolated: it is held back until it is released.',
        );
      }
      const connector = kind.of;
      const sent = await withDeadline(
        async (signal) =>
          connector.push?.(contextOf(connector, { id, settings, secrets }, signal), item),
        ALL_MS,
        abort.signal,
      ).then(
        (done) => ({ reference: done?.reference ?? null, url: webAddress(done?.url), error: null }),
        (error: unknown) => ({ reference: null, url: null, error: sayFailure(error, deps.log) }),
      );
      const pushId = newId();
      const action = 'integrations.send';
      db.write({ actor, origin: 'user', action, reason: `${item.title} to ${row.name}` }, (tx) =>
        addPush(tx, {
          ...{ id: pushId, integrationId: id, integrationName: row.name, kind: itemKind, itemId },
          ...{ title: item.title, ...sent, actor, at: clock.now() },
        }),
      );
      const push = db.read('integrations.pushes', (reader) => findPush(reader, pushId));
      if (!push) throw new AppError('internal', 'What was sent could not be noted');
      return push;
    },
  };
}

/** A vendor names the place of what it took; only a web address is shown as one. */
function webAddress(text: string | null | undefined): string | null {
  const url = URL.parse(text ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}

function sayFailure(error: unknown, log: Log): string {
  if (error instanceof ConnectorFailure || error instanceof EgressFailure) return error.message;
  log.error('an integration could not be asked', { cause: error });
  return 'This failed inside Watchfloor. The log says more.';
}
