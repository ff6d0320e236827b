/** Sends CEF lines, all different, at a steady rate from a thread of its own, as a sender elsewhere would. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface Burst {
  readonly transport: 'tcp' | 'udp';
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface Sent {
  readonly lines: number;
  readonly ms: number;
}

/** Plain JavaScript, so that it needs no file of its own. */
const SENDER = `
const { parentPort, workerData } = require('node:worker_threads');
const net = require('node:net');
const dgram = require('node:dgram');
const { transport, port, perSecond, seconds } = workerData;
const total = perSecond * seconds;
const line = (n) => '<134>Feb  1 10:00:00 fw-' + (n % 7) + ' CEF:0|Example|Guard|1|' + (n % 40) + '|Attack ' + (n % 40) + ' stopped|' + (5 + (n % 5)) +
  '|src=192.0.2.' + (n % 250) + ' dst=198.51.100.' + (n % 200) + ' rt=' + (1769940000000 + n) + ' externalId=' + n + ' act=blocked msg=Stopped at the gate';
(async () => {
  const begun = performance.now();
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let next = 0;
  if (transport === 'tcp') {
    const socket = net.connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    while (next < total) {
      const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * perSecond));
      let text = '';
      for (; next < due; next++) text += line(next) + '\\n';
      if (text !== '' && !socket.write(text)) await new Promise((resolve) => socket.once('drain', resolve));
      await sleep(5);
    }
    await new Promise((resolve) => { socket.once('close', resolve); socket.end(); });
  } else {
    const socket = dgram.createSocket('udp4');
    while (next < total) {
      const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * perSecond));
      const sends = [];
      for (; next < due; next++) {
        const text = line(next);
        sends.push(new Promise((resolve) => socket.send(text, port, '127.0.0.1', resolve)));
      }
      await Promise.all(sends);
      await sleep(5);
    }
    socket.close();
  }
  parentPort.postMessage({ lines: next, ms: performance.now() - begun });
})();
`;

export async function sendBurst(burst: Burst): Promise<Sent> {
  const worker = new Worker(SENDER, { eval: true, workerData: burst });
  const [sent] = (await once(worker, 'message')) as [Sent];
  await worker.terminate();
  return sent;
}
