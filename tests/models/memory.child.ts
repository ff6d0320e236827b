/** A process of its own that asks a faulty model, and says how far its memory grew. Started by memory.long.test.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import { openGateway } from '../helpers/mock-model/open-gateway.ts';

const [, , baseUrl = ''] = process.argv;
const opened = openGateway({ baseUrl });
const ask = (runId: string) =>
  opened.gateway
    .call({
      ...{ task: 'chat', account: null, runId },
      messages: [{ role: 'user', content: 'Go on.' }],
    })
    .then(
      ({ text }) => `answered ${text.length}`,
      (error: unknown) => (error as { kind: string }).kind,
    );

// What a first call loads is no growth: the server answers it well.
await ask('first');
const before = process.memoryUsage().rss;
let most = 0;
const look = () => {
  most = Math.max(most, process.memoryUsage().rss - before);
};
const timer = setInterval(look, 2);
const ended = await ask('second');
look();
await pause(50);
clearInterval(timer);
opened.close();
process.stdout.write(JSON.stringify({ ended, grownMiB: Math.round(most / 1024 / 1024) }));
