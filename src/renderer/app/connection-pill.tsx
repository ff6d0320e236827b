import { useQuery } from '@tanstack/react-query';
import {
  CircleAlert,
  CircleCheck,
  CloudOff,
  Laptop,
  LoaderCircle,
  Pause,
  RefreshCw,
  ShieldCheck,
  Unplug,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import {
  type Isolation,
  isolationContract,
} from '../../shared/areas/isolation/isolation.contract.ts';
import {
  type Connection as CoreConnection,
  connectionContract,
} from '../../shared/areas/sync/connection.contract.ts';
import { SECOND_MS, toIso } from '../../shared/kernel/time.ts';
import { useClient } from '../api/client-context.tsx';
import type { ConnectionState } from '../api/core-contact.ts';
import { cx } from '../ui/cx.ts';
import { DateTime } from '../ui/date-time.tsx';
import { type PillState, pillState, UNREACHABLE_AFTER_MS } from './connection-pill.rules.ts';
import { useServices } from './services-context.tsx';
import { TopBarPanel } from './top-bar-panel.tsx';

const LOOKS: Record<PillState, { word: string; icon: typeof Laptop; tone: string; text: string }> =
  {
    starting: {
      word: 'Local',
      icon: Laptop,
      tone: 'text-fg-muted',
      text: 'Looking at the network of this machine.',
    },
    isolated: {
      word: 'Isolated',
      icon: ShieldCheck,
      tone: 'text-ok',
      text: 'Nothing leaves this machine. Everything works without a network; what would have left is held back.',
    },
    local: {
      word: 'Local',
      icon: Laptop,
      tone: 'text-fg-muted',
      text: 'This workspace is on this workstation alone. Everything works without a network; what you set up may use one, and each connection is in the ledger.',
    },
    'no-network': {
      word: 'No network',
      icon: CloudOff,
      tone: 'text-fg-muted',
      text: 'This machine has no network. Alerts, imports, triage, search, exports and controls all work on: they need none.',
    },
    reconnecting: {
      word: 'Core: waiting',
      icon: LoaderCircle,
      tone: 'text-warn',
      text: 'The live stream of the core broke off and is being opened again. What is on the screen may be a little old; changes are sent as ever.',
    },
    synced: {
      word: 'Synced',
      icon: CircleCheck,
      tone: 'text-ok',
      text: 'What is changed here is shared with the other workstations, and everything of theirs is here.',
    },
    syncing: {
      word: 'Syncing',
      icon: RefreshCw,
      tone: 'text-fg-muted',
      text: 'Changes are on their way between this workstation and the server. Work goes on meanwhile.',
    },
    'sync-paused': {
      word: 'Sync paused',
      icon: Pause,
      tone: 'text-fg-muted',
      text: 'Sync was paused by a person. Work goes on here; what is changed is sent once sync goes on.',
    },
    'sync-waiting': {
      word: 'Sync waiting',
      icon: CloudOff,
      tone: 'text-warn',
      text: 'The server of the shared workspace cannot be reached and is tried again by itself. Work goes on here; nothing is lost.',
    },
    'sync-problem': {
      word: 'Sync: problem',
      icon: CircleAlert,
      tone: 'text-bad',
      text: 'Sync waits for somebody: Settings, Sync says why and what to do. Work goes on here; nothing is lost.',
    },
    unreachable: {
      word: 'Core unreachable',
      icon: Unplug,
      tone: 'text-bad',
      text: 'The core of Watchfloor does not answer. What is on the screen stays and can be read; nothing can be changed until it is back. The page keeps trying by itself.',
    },
  };

/** Read when the panel is opened: the first screen does without. */
const IsolationSwitch = lazy(async () => ({
  default: (await import('../areas/isolation/isolation-switch.embed.tsx')).IsolationSwitch,
}));

const SyncFacts = lazy(async () => ({
  default: (await import('../areas/sync/sync-facts.embed.tsx')).SyncFacts,
}));

const ASK_EVERY_MS = UNREACHABLE_AFTER_MS / 2;

/** A quiet word on how this page, its core and the world are connected; covers nothing. */
export function ConnectionPill() {
  const { connection, coreClock } = useServices();
  const line = useStore(connection);
  const { data } = useQuery({
    queryKey: ['connection'],
    queryFn: useCoreConnection(),
    // Without its stream, only asking tells whether the core is there.
    refetchInterval: line.state === 'lost' ? ASK_EVERY_MS : false,
  });
  const client = useClient();
  const isolation = useQuery({
    queryKey: ['isolation'],
    queryFn: () => client.call(isolationContract.get, {}),
  }).data;
  useTickWhile(line.state === 'lost');
  const known = {
    network: data?.network,
    isIsolated: isolation?.isIsolated,
    sync: data?.sync,
  };
  const state = pillState(line, known, coreClock.now());
  const { word, icon: Icon, tone, text } = LOOKS[state];
  return (
    <TopBarPanel
      title="Connection"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Connection: ${word}`}
          title="How this workspace is connected"
          className={cx(
            'inline-flex h-6 shrink-0 items-center gap-1.5 xl:min-w-21 rounded-full border border-line px-2 text-xs font-medium whitespace-nowrap hover:bg-raised',
            tone,
          )}
        >
          <Icon aria-hidden className="size-3.5" />
          <span className="max-xl:sr-only">{word}</span>
        </button>
      }
    >
      <div className="flex flex-col gap-3 overflow-y-auto p-4">
        <p className="text-fg">{text}</p>
        <Suspense fallback={null}>
          <IsolationSwitch hasLocalModel={false} />
        </Suspense>
        <Facts line={line} core={data} isolation={isolation} />
        <Link to="/settings/network" className="text-accent-text hover:underline">
          What left, and what is held back
        </Link>
        <Link to="/settings/sync" className="text-accent-text hover:underline">
          {data?.sync === 'off' ? 'Share this workspace' : 'Sync, its conflicts and its log'}
        </Link>
      </div>
    </TopBarPanel>
  );
}

function useCoreConnection(): () => Promise<CoreConnection> {
  const client = useClient();
  return () => client.call(connectionContract.get, {});
}

/** The word changes by time alone once the core has been away for long. */
function useTickWhile(isLost: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => tick((count) => count + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, [isLost]);
}

const STREAM_WORDS = {
  connecting: 'Connecting',
  live: 'Connected',
  lost: 'Broken off, trying again',
} as const;

interface FactsProps {
  line: ConnectionState;
  core: CoreConnection | undefined;
  isolation: Isolation | undefined;
}

function Facts({ line, core, isolation }: FactsProps) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      <Fact name="Live stream">{STREAM_WORDS[line.state]}</Fact>
      <Fact name="Last contact">
        {line.contactAt === null ? '—' : <DateTime value={toIso(line.contactAt)} />}
      </Fact>
      <Fact name="Network">{networkWords(core)}</Fact>
      <Fact name="Sync">
        {core === undefined ? (
          '—'
        ) : core.sync === 'off' ? (
          'Off'
        ) : (
          <Suspense fallback="—">
            <SyncFacts />
          </Suspense>
        )}
      </Fact>
      <Fact name="Leaves this machine">{leavesWords(isolation)}</Fact>
      <Fact name="Held back">
        {isolation === undefined ? '—' : isolation.held.toLocaleString()}
      </Fact>
    </dl>
  );
}

function leavesWords(isolation: Isolation | undefined): string {
  if (isolation === undefined) return '—';
  return isolation.isIsolated ? 'Nothing' : 'What you set up to';
}

function networkWords(core: CoreConnection | undefined): string {
  if (core === undefined) return '—';
  return core.network === 'cut' ? 'None' : `Present (${core.interfaces.join(', ')})`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 text-fg">{children}</dd>
    </>
  );
}
