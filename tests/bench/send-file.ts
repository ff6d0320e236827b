/** Sends a file to the import endpoint from a process of its own, as curl would; prints the receipt. */
import { openAsBlob } from 'node:fs';

const [origin, cookie, file, name] = process.argv.slice(2);
if (!origin || !cookie || !file) throw new Error('usage: send-file ORIGIN COOKIE FILE [NAME]');
const response = await fetch(
  `${origin}/api/imports?name=${encodeURIComponent(name ?? 'bench.json')}`,
  {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: await openAsBlob(file),
  },
);
process.stdout.write(await response.text());
