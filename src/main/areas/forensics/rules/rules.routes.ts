import { createReadStream } from 'node:fs';
import { rulesContract } from '../../../../shared/areas/forensics/rules/rules.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { FileHandles } from '../../../platform/files.ts';
import type { DraftService } from './rule-draft.service.ts';
import type { RulePackService, UploadedRules } from './rule-packs.service.ts';
import type { TuningService } from './rule-tuning.service.ts';
import type { RuleProofs, RulesService } from './rules.service.ts';

/** The desktop names a file that its user chose; others send it as the body. */
function openUpload(
  files: FileHandles,
  { name, handle }: { name?: string | undefined; handle?: string | undefined },
  request: Request,
): UploadedRules {
  if (handle === undefined) return { name, bytes: bodyOf(request) };
  const file = files.resolve(handle);
  if (!file) throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
  return { name: file.name, bytes: createReadStream(file.path) };
}

function bodyOf(request: Request): AsyncIterable<Uint8Array> {
  if (!request.body)
    throw new AppError('bad-input', 'The request has no body: send the files as its body');
  return request.body;
}

function packRoutes(packs: RulePackService, files: FileHandles): Route[] {
  const calls = rulesContract;
  return [
    route(calls.packs, async () => {
      await packs.ensureShipped();
      return packs.list();
    }),
    route(calls.previewPack, ({ query, request, session }) =>
      packs.preview(openUpload(files, query, request), query.pack, session.user.id),
    ),
    route(calls.importPack, ({ query, request, session }) =>
      packs.import(openUpload(files, query, request), query.pack, session.user.id),
    ),
    route(calls.changePack, ({ params, body, session }) =>
      packs.change(params.id, body, session.user.id),
    ),
    route(calls.removePack, ({ params, session }) => {
      packs.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
    route(calls.restorePack, ({ params, session }) => packs.restore(params.id, session.user.id)),
  ];
}

const gone = () => new Response(null, { status: 204 });

interface RuleServices {
  readonly packs: RulePackService;
  readonly rules: RulesService;
  readonly proofs: RuleProofs;
  readonly tuning: TuningService;
  readonly drafts: DraftService;
  readonly files: FileHandles;
}

export function ruleRoutes({ packs, rules, proofs, tuning, drafts, files }: RuleServices): Route[] {
  const calls = rulesContract;
  return [
    ...packRoutes(packs, files),
    // Before `/{id}`, which would take 'draft' for an id.
    route(calls.draftFrom, ({ query, session }) => drafts.draftFrom(query, session.user.id)),
    route(calls.tryDraft, ({ body, session }) =>
      drafts.tryDraft(body.draft, body.investigation, session.user.id),
    ),
    route(calls.saveDraft, ({ body, session }) =>
      drafts.saveDraft(body.draft, body.test ?? null, session.user.id),
    ),
    route(calls.list, async ({ query }) => {
      await packs.ensureShipped();
      const { rows, total, nextCursor } = rules.list(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.get, ({ params }) => rules.get(params.id)),
    route(calls.change, ({ params, body, session }) =>
      rules.change(params.id, body, session.user.id),
    ),
    route(calls.versions, ({ params }) => rules.versions(params.id)),
    route(calls.hits, ({ query }) => {
      const { rows, total, nextCursor } = proofs.hits(query);
      return page(rows, total, nextCursor);
    }),
    route(calls.eventHits, ({ params, query }) => proofs.onEvents(params.id, query)),
    route(calls.promoteHit, ({ params, session }) => proofs.promote(params.id, session.user.id)),
    route(calls.check, ({ params, body }) => proofs.check(params.id, body.text)),
    route(calls.mark, ({ params, body, session }) =>
      proofs.mark(params.id, body.reason, session.user.id),
    ),
    route(calls.unmark, ({ params, session }) => proofs.unmark(params.id, session.user.id)),
    route(calls.tunings, ({ params }) => tuning.tunings(params.id)),
    route(calls.tune, ({ params, body, session }) => tuning.tune(params.id, body, session.user.id)),
    route(calls.tryTuning, ({ params, body, session }) =>
      tuning.tryTuning(params.id, body.text, session.user.id),
    ),
    route(calls.changeTuning, ({ params, body, session }) =>
      tuning.changeTuning(params.id, body, session.user.id),
    ),
    route(calls.removeTuning, ({ params, session }) => {
      tuning.removeTuning(params.id, session.user.id);
      return gone();
    }),
    route(calls.tests, ({ params }) => proofs.tests(params.id)),
    route(calls.addTest, ({ params, body, session }) =>
      proofs.addTest(params.id, body, session.user.id),
    ),
    route(calls.removeTest, ({ params, session }) => {
      proofs.removeTest(params.id, session.user.id);
      return gone();
    }),
    route(calls.runs, ({ params }) => rules.runs(params.id)),
    route(calls.run, async ({ params, body, session }) =>
      Response.json(await rules.run(params.id, body.source ?? null, session.user.id), {
        status: 202,
      }),
    ),
  ];
}
