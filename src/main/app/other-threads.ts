/** Threads with a connection of their own to the database: they end before it is replaced or closed. */
export interface OtherThread {
  /** Resolves once its connection is closed. */
  end(): Promise<void>;
  begin(): void;
}

export interface OtherThreads {
  add(thread: OtherThread): void;
  endAll(): Promise<void>;
  beginAll(): void;
}

export function createOtherThreads(): OtherThreads {
  const threads: OtherThread[] = [];
  return {
    add: (thread) => void threads.push(thread),
    async endAll() {
      await Promise.all(threads.map((thread) => thread.end()));
    },
    beginAll() {
      for (const thread of threads) thread.begin();
    },
  };
}
