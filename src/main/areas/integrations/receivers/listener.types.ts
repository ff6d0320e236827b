/** What listens, as its receiver drives it. */
export interface Listener {
  /** 'UDP 127.0.0.1:5514'. */
  readonly bound: readonly string[];
  /** Called some times a second: counts what the system lost, lets senders go on where there is room. */
  tick(): void;
  /** Ends connections too, at once. */
  close(): Promise<void>;
}

/** Where what was received goes. */
export interface Inbox {
  /** False where there is no room: the caller slows its sender down, or counts the loss. */
  put(record: Buffer): boolean;
  isFull(): boolean;
  skipped(reason: string): void;
  rejected(reason: string, times?: number): void;
  lost(reason: string, times?: number): void;
}
