import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fileOf,
  makePackage,
  makeReport,
  runVerifier,
  seedAudit,
  VERIFIERS,
  type Verdict,
} from '../helpers/audit-report-calls.ts';
import { openTestApp } from '../helpers/open-test-app.ts';
import { forge, manifestOf, type Pieces, pack, piece, renameRaw, unpack } from './tamper.ts';

let folder: string;
let zip: Buffer;
let fingerprint: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-verify-'));
  const app = await openTestApp({ as: 'Compliance Officer' });
  const audit = await seedAudit(app);
  await makeReport(app, audit.id, { form: 'OSCAL' });
  // A second package: by now the chains say that evidence left in the first.
  await makePackage(app, audit.id);
  const made = await makePackage(app, audit.id);
  zip = await fileOf(app, `/api/audits/${audit.id}/packages/${made.id}`);
  fingerprint = made.fingerprint;
  await app.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
function saved(bytes: Buffer): string {
  const path = join(folder, `package-${made++}.zip`);
  writeFileSync(path, bytes);
  return path;
}

function extracted(pieces: Pieces): string {
  const root = join(folder, `package-${made++}`);
  for (const [name, bytes] of pieces) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), bytes);
  }
  return root;
}

async function tampered(change: (pieces: Pieces) => void): Promise<Pieces> {
  const pieces = await unpack(zip);
  change(pieces);
  return pieces;
}

const evidencePath = (pieces: Pieces) =>
  [...pieces.keys()].find((name) => name.endsWith('review.csv')) ?? '';

function expectNamed({ code, output }: Verdict, ...what: (string | RegExp)[]): void {
  for (const text of what) expect(output).toMatch(text);
  expect(output).toMatch(/NOT VERIFIED: \d+ problem/);
  expect(output).not.toMatch(/Traceback|at async|TypeError/);
  expect(code).toBe(1);
}

describe.each(VERIFIERS)('%s', (verifier) => {
  const run = (path: string, ...options: string[]) => runVerifier(verifier, path, ...options);
  const both = async (pieces: Pieces, ...what: (string | RegExp)[]) => {
    expectNamed(await run(saved(await pack(pieces))), ...what);
    expectNamed(await run(extracted(pieces)), ...what);
  };

  test('[RP10] finds nothing wrong with an untouched package, and tells its fingerprint', async () => {
    for (const path of [
      saved(zip),
      extracted(await unpack(zip)),
      saved(await pack(await unpack(zip))),
    ]) {
      const { code, output } = await run(path);
      expect(output).toContain('VERIFIED: nothing is missing, added or changed.');
      expect(output).not.toContain('PROBLEM');
      expect(output.replaceAll(' ', '')).toContain(fingerprint);
      expect(output).toContain('Compare it with the one that the audited organisation tells you');
      expect(code).toBe(0);
    }
  });

  test('[RP10] takes the fingerprint grouped, in one piece or in capitals', async () => {
    const path = saved(zip);
    for (const text of [
      fingerprint,
      fingerprint.toUpperCase(),
      fingerprint.match(/.{4}/g)?.join(' ') ?? '',
    ])
      expect(await run(path, '--fingerprint', text)).toMatchObject({ code: 0 });
  });

  test('[RP11] a changed byte of evidence', async () => {
    const pieces = await tampered((found) => {
      const path = evidencePath(found);
      const bytes = Buffer.from(piece(found, path));
      bytes[3] = (bytes[3] ?? 0) ^ 1;
      found.set(path, bytes);
    });
    await both(pieces, /PROBLEM {2}Changed file: "evidence\/.*review\.csv"/);
  });

  test('[RP11] a changed byte within the archive itself', async () => {
    const bytes = Buffer.from(zip);
    const at = bytes.indexOf('name,right');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expectNamed(await run(saved(bytes)), /Changed file: "evidence\/.*review\.csv"/);
  });

  test('[RP11] a removed file', async () => {
    const pieces = await tampered((found) => found.delete(evidencePath(found)));
    await both(pieces, /PROBLEM {2}Missing file: "evidence\/.*review\.csv"/);
  });

  test('[RP11] an added file', async () => {
    const pieces = await tampered((found) => found.set('evidence/extra.txt', Buffer.from('more')));
    await both(pieces, /PROBLEM {2}Extra file: "evidence\/extra\.txt"/);
  });

  test('[RP11] a renamed file', async () => {
    const pieces = await tampered((found) => {
      const path = evidencePath(found);
      found.set(`${path}.old`, piece(found, path));
      found.delete(path);
    });
    await both(pieces, /Renamed file: "evidence\/.*review\.csv" is here as ".*review\.csv\.old"/);
  });

  test('[RP11] an edited manifest, though it agrees with the files', async () => {
    const pieces = await tampered((found) => {
      const manifest = manifestOf(found);
      const path = evidencePath(found);
      found.delete(path);
      manifest.files = manifest.files.filter((file) => file.path !== path);
      found.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
    });
    await both(pieces, 'manifest.json was changed');
  });

  test('[RP11] an edited checkpoint', async () => {
    const pieces = await tampered((found) => {
      const text = piece(found, 'checkpoint.json')
        .toString()
        .replace(/"createdAt": "2\d/, '"createdAt": "19');
      found.set('checkpoint.json', Buffer.from(text));
    });
    await both(pieces, 'The signature does not fit checkpoint.json');
  });

  test('[RP12] manifest, checkpoint and key replaced: only the fingerprint tells', async () => {
    const pieces = await tampered((found) => {
      found.set(evidencePath(found), Buffer.from('name,right\nana,none\n'));
      const manifest = manifestOf(found) as unknown as {
        evidence: { path: string; sha256: string }[];
      };
      const path = evidencePath(found);
      for (const item of manifest.evidence) if (item.path === path) item.sha256 = 'f'.repeat(64);
      found.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
      forge(found);
      const forged = manifestOf(found) as unknown as typeof manifest & {
        files: { path: string; sha256: string }[];
      };
      for (const item of forged.evidence)
        if (item.path === path)
          item.sha256 = forged.files.find((file) => file.path === path)?.sha256 ?? '';
      found.set('manifest.json', Buffer.from(JSON.stringify(forged)));
      found.delete('custody.ndjson');
      forged.files = forged.files.filter((file) => file.path !== 'custody.ndjson');
      for (const item of forged.evidence)
        Object.assign(item, { custody: { entries: 0, head: null } });
      found.set('manifest.json', Buffer.from(JSON.stringify(forged)));
      forge(found);
    });
    const path = saved(await pack(pieces));
    expect(await run(path)).toMatchObject({ code: 0 });
    expectNamed(
      await run(path, '--fingerprint', fingerprint),
      'The package was signed by another key: its fingerprint is',
    );
  });

  test('[RP11] a truncated archive, and bytes after its end', async () => {
    for (const length of [zip.length - 1, zip.length >> 1, 100, 0])
      expectNamed(await run(saved(zip.subarray(0, length))), 'cannot be read');
    expectNamed(
      await run(saved(Buffer.concat([zip, Buffer.from('more')]))),
      'cannot be read: "there are bytes after the end of the archive"',
    );
  });

  test('[RP11] custody with two entries reordered, or one removed', async () => {
    const linesOf = (found: Pieces) =>
      piece(found, 'custody.ndjson').toString().trimEnd().split('\n');
    const reordered = await tampered((found) => {
      const lines = linesOf(found);
      const [first = '', second = ''] = lines;
      lines.splice(0, 2, second, first);
      found.set('custody.ndjson', Buffer.from(`${lines.join('\n')}\n`));
      forge(found);
    });
    await both(
      reordered,
      /Custody of ".*": entry "2" comes after 0: entries are missing or reordered/,
      'does not link to the entry before it',
    );
    const removed = await tampered((found) => {
      const lines = linesOf(found);
      lines.splice(1, 1);
      found.set('custody.ndjson', Buffer.from(`${lines.join('\n')}\n`));
      forge(found);
    });
    await both(removed, /entry "3" comes after 1: entries are missing or reordered/);
  });

  test('[SY171] entries that two workstations added at once are no gap; one that links elsewhere is', async () => {
    const forked = (previousOf: (entry: { previous: string | null }) => string | null) =>
      tampered((found) => {
        const lines = piece(found, 'custody.ndjson').toString().trimEnd().split('\n');
        const entry = JSON.parse(lines[1] ?? '') as { evidenceId: string; previous: string | null };
        const beside = { ...entry, previous: previousOf(entry), mac: 'f'.repeat(64) };
        lines.splice(1, 0, JSON.stringify(beside));
        found.set('custody.ndjson', Buffer.from(`${lines.join('\n')}\n`));
        const manifest = manifestOf(found);
        for (const item of manifest.evidence)
          if (item.id === entry.evidenceId) item.custody.entries += 1;
        found.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
        forge(found);
      });
    const { output } = await run(saved(await pack(await forked(({ previous }) => previous))));
    expect(output).not.toMatch(/Custody of/);
    await both(await forked(() => 'a'.repeat(64)), 'does not link to the entry before it');
  });

  test('[RP11] a chain whose end was cut off', async () => {
    const cut = await tampered((found) => {
      const lines = piece(found, 'custody.ndjson').toString().trimEnd().split('\n');
      const [first = ''] = lines;
      const { evidenceId } = JSON.parse(first) as { evidenceId: string };
      const last = lines.findLastIndex((line) => line.includes(`"${evidenceId}"`));
      lines.splice(last, 1);
      found.set('custody.ndjson', Buffer.from(`${lines.join('\n')}\n`));
      forge(found);
    });
    await both(cut, /Custody of ".*" does not end where the manifest says/);
  });

  test.each([
    ['../EAD.txt', 'it leads out of its folder'],
    ['/EADME.txt', 'it is absolute'],
    ['C:ADME.txt', 'it is absolute'],
    ['a\\..\\b.txt', 'it holds a backslash'],
    ['READ\u001b[.tx', 'it holds control characters'],
  ])('[RP11] the path %j in the archive', async (name, why) => {
    const from = 'README.txt'
      .padEnd(Buffer.byteLength(name), 'x')
      .slice(0, Buffer.byteLength(name));
    const pieces = await unpack(zip);
    const ordered: Pieces = new Map([[from, piece(pieces, 'README.txt')]]);
    for (const [key, bytes] of pieces) if (key !== 'README.txt') ordered.set(key, bytes);
    const bytes = renameRaw(await pack(ordered), from, name);
    const verdict = await run(saved(bytes));
    expectNamed(verdict, 'Unsafe path in the archive: ', why, 'Missing file: "README.txt"');
    expect(verdict.output).not.toContain('\u001b');
  });

  test('[RP11] a path in the manifest that leads out is not followed', async () => {
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'secret');
    const pieces = await tampered((found) => {
      const manifest = manifestOf(found);
      manifest.files.push({ path: '../outside.txt', size: 6, sha256: 'a'.repeat(64) });
      found.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
    });
    await both(pieces, 'Unsafe path in the manifest: "../outside.txt", it leads out of its folder');
  });

  test('[RP11] a link in a folder is not followed', async () => {
    const root = extracted(await unpack(zip));
    rmSync(join(root, 'README.txt'));
    symlinkSync('/etc/hostname', join(root, 'README.txt'));
    expectNamed(
      await run(root),
      'Neither file nor folder: "README.txt"',
      'Missing file: "README.txt"',
    );
  });

  test('[RP11] a file that inflates beyond its size is not read to its end', async () => {
    const pieces = await tampered((found) =>
      found.set('README.txt', Buffer.alloc(300 * 1024 * 1024)),
    );
    const path = saved(await pack(pieces));
    const started = performance.now();
    expectNamed(await run(path), /Changed file: "README\.txt" \("it is longer than \d+ bytes"\)/);
    expect(performance.now() - started).toBeLessThan(5_000);
  }, 60_000);

  test('[RP11] two files of one name', async () => {
    const pieces = await tampered((found) => found.set('READMF.txt', Buffer.from('another')));
    const bytes = renameRaw(await pack(pieces), 'READMF.txt', 'README.txt');
    expectNamed(await run(saved(bytes)), 'The archive holds "README.txt" twice');
  });

  test.each(['manifest.json', 'checkpoint.json', 'signature.json'])(
    '[RP11] %s missing or no JSON',
    async (name) => {
      await both(await tampered((found) => found.delete(name)), `PROBLEM  ${name} is missing`);
      const garbled = await tampered((found) => found.set(name, Buffer.from('['.repeat(200_000))));
      await both(garbled, `PROBLEM  ${name} cannot be read`);
    },
  );

  test('says how it is called, and that there is nothing, with exit code 2', async () => {
    expect(await run(join(folder, 'none.zip'))).toMatchObject({ code: 2 });
    expect(await run(saved(zip), '--fingerprint', 'abc')).toMatchObject({ code: 2 });
    expect((await run(saved(zip), 'more')).output).toContain('Usage: ');
  });
});

test('both verifiers say the same of the same package', async () => {
  const pieces = await tampered((found) => {
    found.set('evidence/"\u202eé.txt', Buffer.from('more'));
    found.delete('findings.json');
  });
  const path = saved(await pack(pieces));
  const [node, python] = await Promise.all([
    runVerifier('node', path),
    runVerifier('python', path),
  ]);
  expect(node).toEqual(python);
  expect(node.output).toContain('\\u202e');
});
