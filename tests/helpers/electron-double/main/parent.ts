/** The line to the test's process, which has the windows. The application ends when it is cut. */
import { CONFIG_VARIABLE, type DoubleConfig } from '../messages.ts';
import { createRpc, type Rpc, type RpcHandlers } from '../rpc.ts';

export const config = JSON.parse(process.env[CONFIG_VARIABLE] ?? '{}') as DoubleConfig;

/** Filled by the modules of the double; what the test's process may ask. */
export const handlers: RpcHandlers = {};

export const parent: Rpc = createRpc(
  {
    send: (message) => {
      if (process.connected) process.send?.(message);
    },
    onMessage: (listener) => process.on('message', listener),
  },
  handlers,
);

process.on('disconnect', () => process.exit(0));
