import type {
  ApplyProjection,
  Crosswalk,
  CrosswalkCoverage,
  CrosswalkLinkAnswer,
  CrosswalkNeighbour,
  CrosswalkProjection,
  LinkUpdate,
  NewLink,
  ProjectionReceipt,
} from '../../../shared/areas/compliance/crosswalks.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { crosswalkLinksTable } from '../../db/tables/crosswalks.table.ts';
import type { Caller } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { badField } from './control-assess.store.ts';
import { applyProjection } from './crosswalk-apply.ts';
import {
  homeOf,
  isAt,
  listCrosswalks,
  type NeighbourDeps,
  readNeighbours,
  toLinkAnswer,
} from './crosswalk-neighbours.ts';
import { coverFramework, projectFramework } from './crosswalk-projection.ts';
import {
  type CrosswalkLinkRow,
  findLinkedControl,
  findNamedFramework,
  findOwnLink,
  type LinkedControl,
  readOwnLinksOfRef,
  rowToLink,
} from './crosswalks.store.ts';

export interface CrosswalkServiceDeps extends NeighbourDeps {
  readonly db: Database;
  readonly newId: NewId;
}

function mustFindPair(db: ReadDb, from: string, to: string) {
  const found = { from: findNamedFramework(db, from), to: findNamedFramework(db, to) };
  if (!found.from || !found.to) throw new AppError('not-found', 'There is no such framework');
  return { from: found.from, to: found.to };
}

function mustFindLink(db: ReadDb, id: string): CrosswalkLinkRow {
  const row = findOwnLink(db, id);
  if (!row) throw new AppError('not-found', 'There is no such link');
  return row;
}

/** @throws AppError where the two cannot be linked, or are by hand already. */
function checkNewLink(
  db: ReadDb,
  link: Pick<NewLink, 'source' | 'target'>,
): { source: LinkedControl; target: LinkedControl } {
  const source = findLinkedControl(db, link.source);
  const target = findLinkedControl(db, link.target);
  if (!source) throw badField('source', 'There is no such control');
  if (!target) throw badField('target', 'There is no such control');
  if (source.frameworkId === target.frameworkId)
    throw badField('target', 'Choose a control of another framework');
  const known = readOwnLinksOfRef(db, source.ref).some(
    ({ originKind, source: one, target: other }) =>
      originKind === 'OWN' &&
      ((isAt(one, source) && isAt(other, target)) || (isAt(one, target) && isAt(other, source))),
  );
  if (known)
    throw new AppError('conflict', 'There is an own link between these two controls already');
  return { source, target };
}

const byUser = (actor: string, verb: string): Caller => ({
  ...{ actor, origin: 'user' as const, action: `compliance.${verb}` },
});

/** Links that people make. Those shipped with the product cannot be changed, imported ones only go. */
function createOwnLinks({ db, newId }: CrosswalkServiceDeps) {
  return {
    create(link: NewLink, actor: string): CrosswalkLinkAnswer {
      const id = newId();
      return db.write(byUser(actor, 'linkControls'), (tx) => {
        const { source, target } = checkNewLink(tx, link);
        const { relation, rationale, origin, confidence } = link;
        const [from, to] = [homeOf(source), homeOf(target)];
        tx.insert(crosswalkLinksTable, {
          ...{ id, relation, rationale, origin, confidence, originKind: 'OWN', createdBy: actor },
          ...{ sourcePack: from.pack ?? null, sourceFrameworkId: from.frameworkId ?? null },
          ...{ targetPack: to.pack ?? null, targetFrameworkId: to.frameworkId ?? null },
          ...{ sourceRef: source.ref, targetRef: target.ref },
          ...{ createdAt: tx.now, updatedAt: tx.now },
        });
        tx.announce('controls');
        return toLinkAnswer(rowToLink(mustFindLink(tx, id)));
      });
    },

    update: (id: string, update: LinkUpdate, actor: string): CrosswalkLinkAnswer =>
      db.write(byUser(actor, 'changeLink'), (tx) => {
        const row = mustFindLink(tx, id);
        if (row.originKind !== 'OWN')
          throw new AppError(
            'conflict',
            'This link was imported and says what its origin says. Add an own link beside it.',
          );
        const {
          relation = row.relation,
          rationale = row.rationale,
          origin = row.origin,
          confidence = row.confidence,
        } = update;
        const patch = { relation, rationale, origin, confidence, updatedAt: tx.now };
        tx.update(crosswalkLinksTable, id, patch);
        tx.announce('controls');
        return toLinkAnswer(rowToLink(mustFindLink(tx, id)));
      }),

    remove: (id: string, actor: string): { id: string } =>
      db.write(byUser(actor, 'removeLink'), (tx) => {
        mustFindLink(tx, id);
        tx.remove(crosswalkLinksTable, id);
        tx.announce('controls');
        return { id };
      }),
  };
}

export function createCrosswalkService(deps: CrosswalkServiceDeps) {
  const { db, graph } = deps;
  const projection = (from: string, to: string): CrosswalkProjection =>
    db.read('crosswalks.projection', (reader) =>
      projectFramework(reader, graph, mustFindPair(reader, from, to)),
    );
  return {
    ...createOwnLinks(deps),
    projection,
    list: (): Crosswalk[] => db.read('crosswalks.list', (reader) => listCrosswalks(deps, reader)),
    neighbours: (id: string): CrosswalkNeighbour[] =>
      db.read('crosswalks.neighbours', (reader) => readNeighbours(deps, reader, id)),
    coverage: (from: string, to: string): CrosswalkCoverage =>
      db.read('crosswalks.coverage', (reader) =>
        coverFramework(reader, deps, mustFindPair(reader, from, to)),
      ),
    apply: (input: ApplyProjection, actor: string): Promise<ProjectionReceipt> =>
      applyProjection(db, projection(input.from, input.to), input, actor),
  };
}
export type CrosswalkService = ReturnType<typeof createCrosswalkService>;
