/** What receivers are to the rest: settings in, states out. Their work is done in a thread of their own. */
import type { ShownReceiver } from '../../../../shared/areas/integrations/integrations.contract.ts';
import type { FolderSettings, HttpSettings, SyslogSettings } from './receiver-settings.ts';

/** One that is switched on, as the administrator set it up. */
export interface ReceiverSetup {
  /** Of its integration. */
  readonly id: string;
  /** 'syslog', 'http-receiver' or 'watched-folder'. */
  readonly receiver: string;
  readonly name: string;
  readonly settings: unknown;
  readonly secrets: Readonly<Record<string, string>>;
}

export type ReceiverPlan = {
  readonly id: string;
  readonly name: string;
  readonly secrets: Readonly<Record<string, string>>;
} & (
  | { readonly kind: 'syslog'; readonly settings: SyslogSettings }
  | { readonly kind: 'http-receiver'; readonly settings: HttpSettings }
  | { readonly kind: 'watched-folder'; readonly settings: FolderSettings }
);

export type ReceiverState = Omit<ShownReceiver, 'state'> & {
  readonly id: string;
  readonly state: 'STARTING' | 'LISTENING' | 'ERROR' | 'ISOLATED';
};

export interface Receivers {
  /** All that are switched on; what changed is started anew, what is missing is stopped. */
  configure(setups: readonly ReceiverSetup[]): void;
  states(): readonly ReceiverState[];
  /** What is bound to another address than loopback stops accepting, at once, until it is over. */
  setIsolated(isIsolated: boolean): void;
  /** Before the start: what is kept for receivers that are no longer there goes. */
  forgetOthers(ids: ReadonlySet<string>): void;
  start(): () => void;
}
