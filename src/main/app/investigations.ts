import { withdrawAlerts } from '../areas/alerts/alert-withdrawal.store.ts';
import { changeAlert } from '../areas/alerts/alerts.store.ts';
import { isBundle } from '../areas/forensics/bundle.store.ts';
import { type CollectEvidence, createBundleKeeper } from '../areas/forensics/bundle.ts';
import { createInvestigationRuns } from '../areas/forensics/investigation-runs.ts';
import { investigationRoutes } from '../areas/forensics/investigations.routes.ts';
import {
  createInvestigationService,
  type InvestigationFiles,
} from '../areas/forensics/investigations.service.ts';
import { type AskModel, createOpinions } from '../areas/forensics/opinion.service.ts';
import { restrictionRoutes } from '../areas/forensics/restricted/restriction.routes.ts';
import { createRestrictionService } from '../areas/forensics/restricted/restriction.service.ts';
import { insertNotification } from '../areas/notifications/notifications.store.ts';
import type { ReadDb } from '../db/database.ts';
import type { ModelTier } from '../platform/model-port.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface InvestigationPorts {
  /** Of the evidence area. */
  readonly evidence: {
    readonly collect: CollectEvidence;
    readonly holdRemoval: (hold: (db: ReadDb, evidenceId: string) => string | null) => void;
  };
  /** Of the intake: what investigations were brought. */
  readonly files: InvestigationFiles;
  readonly tier: () => ModelTier;
  /** Undefined where no model may be asked. */
  readonly ask: AskModel | undefined;
}

export interface WiredInvestigations extends WiredArea {
  /** Asks the model again where nothing was sent because nobody had looked at it. */
  askHeld(): void;
}

/** Investigations: the engine's runs, what people decide, and what a model adds. */
export function wireInvestigations(
  { db, runner, clock, newId, log }: CoreDeps,
  { evidence, files, tier, ask }: InvestigationPorts,
): WiredInvestigations {
  const opinions = createOpinions({ db, clock, log, tier, ask });
  const runs = createInvestigationRuns({
    ...{ db, runner, newId, log },
    onDone: (id) => opinions.begin(id),
  });
  const bundles = createBundleKeeper({ db, runner, log, collect: evidence.collect });
  evidence.holdRemoval((reader, evidenceId) =>
    isBundle(reader, evidenceId) ? 'This is the frozen record of a closed investigation' : null,
  );
  const service = createInvestigationService({
    ...{ db, runner, newId, runs, bundles, files },
    modelPhases: opinions.phases,
  });
  const restrictions = createRestrictionService({
    db,
    changeAlert: (tx, id, decide) => void changeAlert(tx, id, decide),
    withdrawAlerts,
    tell: (tx, told) => insertNotification(tx, { ...told, id: newId(), kind: 'other' }),
  });
  return {
    askHeld: opinions.askHeld,
    routes: [...investigationRoutes(service), ...restrictionRoutes(restrictions)],
    start() {
      const stop = runs.start();
      bundles.start();
      return () => {
        stop();
        opinions.stop();
      };
    },
  };
}
