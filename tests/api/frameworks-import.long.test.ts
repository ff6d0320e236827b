import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWorkbook } from '../../src/main/platform/documents/workbook.ts';
import type { ImportReceipt } from '../../src/shared/areas/compliance/framework-import.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import {
  adopt,
  answerOf,
  importFirst,
  previewFile,
  previewUpgrade,
  sendFrameworkFile,
} from '../helpers/framework-calls.ts';
import { asJson, CATALOG, LIBRARY, profileOf } from '../helpers/framework-files.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const IMPORTS = '/api/compliance/imports';
let app: TestApp;
beforeEach(async () => {
  const workerEntry = new URL('../helpers/framework-jobs.worker.ts', import.meta.url);
  app = await openTestApp({ as: 'Compliance Officer', deps: { workerEntry } });
});
afterEach(() => app.close());

const count = (table: string) =>
  queryBeside<{ n: number }>(
    app.dataDir,
    `SELECT count(*) AS n FROM ${table} WHERE deleted_at IS NULL`,
  )[0]?.n;

describe('[FW15] a file', () => {
  test('is looked at first; what was looked at is what is written, once it is asked for', async () => {
    const preview = await previewFile(app, 'house.json', asJson(CATALOG));
    expect(preview).toMatchObject({
      ...{ fileName: 'house.json', format: 'oscal-catalog', columns: null, leftOutCount: 0 },
      frameworks: [
        { name: 'House catalog', groups: 2, requirements: 4, withdrawn: 1, target: null },
      ],
    });
    expect([count('compliance_frameworks'), count('controls')]).toEqual([0, 0]);
    const receipt = await importFirst(app, preview);
    expect(receipt).toMatchObject({
      frameworks: [{ created: 4, groups: 2, withdrawn: 1 }],
      leftOut: [],
    });
    expect([count('compliance_frameworks'), count('controls'), count('framework_groups')]).toEqual([
      1, 4, 2,
    ]);
    const again = await app.request('POST', IMPORTS, {
      body: {
        token: preview.token,
        frameworks: [{ index: 0, name: 'House catalog', category: 'Security' }],
      },
    });
    expect(again.status).toBe(409);
    expect(count('compliance_frameworks')).toBe(1);
  });

  test('of several frameworks is written whole or not at all', async () => {
    const preview = await previewFile(app, 'rules.yaml', LIBRARY);
    const one = { index: 0, name: 'Twice', category: 'Security' };
    const answer = await app.request('POST', IMPORTS, {
      body: { token: preview.token, frameworks: [one, one], links: true },
    });
    expect(answer.status).toBe(409);
    expect([count('compliance_frameworks'), count('controls'), count('crosswalk_links')]).toEqual([
      0, 0, 0,
    ]);
    const outside = { ...one, index: 7 };
    const missing = await app.request('POST', IMPORTS, {
      body: { token: preview.token, frameworks: [outside] },
    });
    expect(missing.status).toBe(404);
  });

  test('hands its links to the crosswalks; those without an end here are counted', async () => {
    const preview = await previewFile(app, 'rules.yaml', LIBRARY);
    expect(preview.links).toEqual({ total: 2, resolved: 1 });
    const body = { token: preview.token, frameworks: [], links: true };
    const receipt = await answerOf<ImportReceipt>(
      await app.request('POST', IMPORTS, { body }),
      201,
    );
    expect(receipt.links).toEqual({ created: 1, known: 0, unresolved: 1 });
    const again = await answerOf<ImportReceipt>(await app.request('POST', IMPORTS, { body }), 201);
    expect(again.links).toEqual({ created: 0, known: 1, unresolved: 1 });
    const [link] = queryBeside(
      app.dataDir,
      'SELECT source_pack, target_ref, relation, origin, confidence FROM crosswalk_links',
    );
    expect(link).toEqual({
      ...{ source_pack: 'gdpr', target_ref: 'GV.OC-01', relation: 'intersects' },
      ...{ origin: 'House rules to CSF', confidence: 'HIGH' },
    });
  });

  test('OSCAL mappings become links between packs', async () => {
    const mapping = {
      'mapping-collection': {
        uuid: 'm',
        metadata: { title: 'CSF to 800-53' },
        mappings: [
          {
            'source-resource': { type: 'catalog', href: 'NIST_CSF_2.0_catalog.json' },
            'target-resource': { type: 'catalog', href: 'NIST_SP-800-53_rev5_catalog.json' },
            maps: [
              {
                relationship: 'intersects-with',
                sources: [{ type: 'control', 'id-ref': 'pr.aa-01' }],
                targets: [{ type: 'control', 'id-ref': 'ac-2.1' }],
              },
              {
                relationship: 'no-relationship',
                sources: [{ 'id-ref': 'x' }],
                targets: [{ 'id-ref': 'y' }],
              },
            ],
          },
        ],
      },
    };
    const preview = await previewFile(app, 'm.json', asJson(mapping));
    expect(preview).toMatchObject({
      format: 'oscal-mapping',
      links: { total: 1, resolved: 1 },
      leftOutCount: 1,
    });
  });

  test('may be one that another refers to: a profile with its catalog', async () => {
    const catalog = await previewFile(app, 'house-catalog.json', asJson(CATALOG));
    const profile = asJson(profileOf([{ href: 'house-catalog.json', 'include-all': {} }]));
    const alone = await failureOf(await sendFrameworkFile(app, 'p.json', profile));
    expect(alone.status).toBe(400);
    expect(JSON.stringify(alone.body)).toContain('Choose that file together with the profile');
    const preview = await previewFile(app, 'p.json', profile, { with: catalog.token });
    expect(preview.frameworks).toMatchObject([{ name: 'House baseline', requirements: 4 }]);
  });

  test('is its reader’s alone, for an hour', async () => {
    const preview = await previewFile(app, 'house.json', asJson(CATALOG));
    const body = {
      token: preview.token,
      frameworks: [{ index: 0, name: 'X', category: 'Security' }],
    };
    const token = await app.tokenFor('Compliance Officer');
    expect((await app.request('POST', IMPORTS, { body, token })).status).toBe(404);
    app.clock.advance(3_600_001);
    expect((await app.request('POST', IMPORTS, { body })).status).toBe(404);
    for (const wrong of [
      {},
      { token: '' },
      { token: 'x', frameworks: [{ index: 0, name: '', category: 'Security' }] },
    ]) {
      expect((await app.request('POST', IMPORTS, { body: wrong })).status).toBe(400);
    }
  });

  test('is read for who may, also from the desktop’s disk; nothing is read of nothing', async () => {
    const path = `${IMPORTS}/preview?name=c.json`;
    const rawBody = asJson(CATALOG);
    expect((await app.request('POST', path, { rawBody, token: null })).status).toBe(401);
    expect(
      (await app.request('POST', path, { rawBody, token: await app.tokenFor('Auditor') })).status,
    ).toBe(403);
    const headers = { 'content-type': 'application/octet-stream' };
    expect((await app.request('POST', path, { headers })).status).toBe(400);
    expect((await app.request('POST', `${IMPORTS}/preview?handle=none`, { headers })).status).toBe(
      404,
    );
    expect((await app.request('POST', `${path}&with=none`, { rawBody })).status).toBe(404);
    expect((await app.request('POST', `${path}&columns=[`, { rawBody })).status).toBe(400);
    const file = join(app.dataDir, 'house.json');
    writeFileSync(file, rawBody);
    const { handle } = await app.files.register(file);
    const answer = await app.request('POST', `${IMPORTS}/preview?handle=${handle}`, { headers });
    expect(await answerOf(answer)).toMatchObject({
      fileName: 'house.json',
      format: 'oscal-catalog',
    });
  });

  test('can be the next version of a framework that is here: reviewed, applied, nothing lost', async () => {
    const made = await importFirst(app, await previewFile(app, 'c.json', asJson(CATALOG)));
    const id = made.frameworks[0]?.id ?? '';
    const next = structuredClone(CATALOG);
    next.catalog.metadata.version = '2.0';
    next.catalog.groups.pop();
    const preview = await previewFile(app, 'c2.json', asJson(next));
    expect(preview.frameworks[0]?.target).toMatchObject({ id });
    const plan = await previewUpgrade(app, id, `import=${preview.token}`);
    expect(plan).toMatchObject({
      counts: { gone: 1, new: 0, changed: 0 },
      unchanged: 3,
      version: '2.0',
    });
    const partly = await previewUpgrade(app, id, `import=${preview.token}&isWhole=false`);
    expect(partly).toMatchObject({ counts: { gone: 0 }, own: 1 });
    const body = { from: { import: preview.token }, digest: plan.digest };
    const path = `/api/compliance/frameworks/${id}/upgrade`;
    expect(await answerOf(await app.request('POST', path, { body }))).toMatchObject({
      framework: { version: '2.0', controlCount: 3, goneCount: 1 },
    });
  });
});

describe('[FW15] a framework as a workbook', () => {
  test('comes back in as it went out: tree, text, baselines and answers', async () => {
    const { id } = await adopt(app, 'essential-eight', { name: 'Ours' });
    const [control] = queryBeside<{ id: string }>(
      app.dataDir,
      'SELECT id FROM controls ORDER BY position',
    );
    const change = { status: 'NON_COMPLIANT', isAutomated: true };
    await answerOf(
      await app.request('PATCH', `/api/compliance/controls/${control?.id}`, { body: change }),
    );
    const answer = await app.request('GET', `/api/compliance/frameworks/${id}/workbook`);
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="Ours-November-2023.xlsx"',
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const preview = await previewFile(app, 'ours.xlsx', bytes);
    expect(preview).toMatchObject({
      format: 'workbook',
      leftOutCount: 0,
      frameworks: [{ name: 'Ours', baselines: [{}, {}, {}] }],
    });
    await importFirst(app, preview, { name: 'Ours again' });
    const read = (name: string) =>
      queryBeside(
        app.dataDir,
        `SELECT c.control_id, c.title, c.requirement, c.parent_ref, c.weight, c.status, c.is_automated, c.category
         FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id WHERE f.name = '${name}' ORDER BY c.position`,
      );
    expect(read('Ours')).toHaveLength(126);
    expect(read('Ours again')).toEqual(read('Ours'));
  });

  test('the template can be had, and read', async () => {
    const answer = await app.request('GET', `${IMPORTS}/template`);
    const sheets = await readWorkbook(new Uint8Array(await answer.arrayBuffer()));
    expect(sheets.map(({ name }) => name)).toEqual(['Instructions', 'Framework', 'Requirements']);
  });
});

describe('[FW9] over the API', () => {
  test('a body without end is refused while it is sent, and nothing is written', async () => {
    let sent = 0;
    const line = Buffer.from(`A-${'x'.repeat(60)},${'y'.repeat(2_000)}\n`.repeat(32));
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('id,title\n')),
      pull(controller) {
        sent += line.length;
        if (sent > 1024 ** 3) controller.close();
        else controller.enqueue(line);
      },
    });
    const answer = await failureOf(await sendFrameworkFile(app, 'big.csv', endless));
    expect(answer.status).toBe(413);
    expect(JSON.stringify(answer.body)).toContain('20,000 rows');
    console.log(`refused; ${Math.round(sent / 1024 / 1024)} MB of the body were heard`);
    expect(count('compliance_frameworks')).toBe(0);
    // The next one is read as if nothing had been.
    expect((await previewFile(app, 'c.json', asJson(CATALOG))).frameworks).toHaveLength(1);
  }, 60_000);

  test('hostile YAML, JSON and archives end in words, and the core goes on', async () => {
    const refused = async (name: string, content: string | Uint8Array) => {
      const { status, body } = await failureOf(await sendFrameworkFile(app, name, content));
      return `${status} ${(body as { message: string }).message}`;
    };
    expect(await refused('x.yaml', 'urn: &a x\nobjects: *a\n')).toMatch(/^400 .*aliases/);
    expect(await refused('x.json', '{"catalog":'.repeat(100_000))).toMatch(
      /^400 .*nested more than 100/,
    );
    expect(await refused('x.xlsx', Buffer.from('PK\u0003\u0004'))).toMatch(/^400 .*not an .xlsx/);
    expect(await refused('../../etc/passwd', 'root:x:0\n')).toMatch(/^400 /);
    expect(count('compliance_frameworks')).toBe(0);
  });
});
