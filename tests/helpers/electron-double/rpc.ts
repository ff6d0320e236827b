/** Calls between the test's process (windows) and the application's process (the double's modules). */
export interface RpcPort {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

export type RpcHandlers = Record<string, (payload: never) => unknown>;

export interface Rpc {
  call<T>(method: string, payload: unknown): Promise<T>;
  /** A call whose answer nobody needs. */
  tell(method: string, payload: unknown): void;
}

type Message =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly payload: never }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string };

interface Waiting {
  resolve(value: never): void;
  reject(error: Error): void;
}

export function createRpc(port: RpcPort, handlers: RpcHandlers): Rpc {
  const waitingById = new Map<number, Waiting>();
  let lastId = 0;

  async function answer(message: Message & { kind: 'call' }): Promise<void> {
    try {
      const handler = handlers[message.method];
      if (!handler) throw new Error(`The double has no ${message.method}`);
      port.send({ kind: 'answer', id: message.id, value: await handler(message.payload) });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      port.send({ kind: 'failure', id: message.id, message: text });
    }
  }

  port.onMessage((received) => {
    const message = received as Message;
    if (message.kind === 'call') return void answer(message);
    const waiting = waitingById.get(message.id);
    waitingById.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.value as never);
    else waiting?.reject(new Error(message.message));
  });

  function call<T>(method: string, payload: unknown): Promise<T> {
    lastId += 1;
    const id = lastId;
    port.send({ kind: 'call', id, method, payload });
    return new Promise<T>((resolve, reject) => waitingById.set(id, { resolve, reject }));
  }
  return {
    call,
    tell: (method, payload) => void call(method, payload).catch(() => {}),
  };
}
