import type { Route } from '../http/route.ts';
import { wireAnalystTools } from './analyst-tools.ts';
import { createAskModel } from './ask-model.ts';
import { wireAssistant } from './assistant.ts';
import { wireAttack } from './attack.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';
import { wireEngine } from './engine.ts';
import type { WiredEvidence } from './evidence.ts';
import { wireForensicTools } from './forensic-tools.ts';
import { wireIndicators } from './indicators.ts';
import { wireIntake } from './intake.ts';
import { wireInvestigations } from './investigations.ts';
import { wireModelUses } from './model-uses.ts';
import { wireModels } from './models.ts';

export interface AnalystPorts {
  readonly evidence: WiredEvidence;
  /** The rules that come with the product, before the first file is read. */
  readonly shipRules: () => Promise<void>;
  /** Every route of the core, once all are made. */
  readonly allRoutes: () => readonly Route[];
}

/** The analyst: the local engine, investigations, the assistant, and models that may help them. */
export function wireAnalyst(
  core: CoreDeps,
  { evidence, shipRules, allRoutes }: AnalystPorts,
): WiredArea {
  const models = wireModels(core);
  const { gateway } = models;
  const toolsOf = wireAnalystTools(core);
  const intake = wireIntake(core, { evidence, prepare: shipRules });
  const investigations = wireInvestigations(core, {
    evidence,
    files: intake.intake,
    tier: () => gateway.tier('investigation'),
    ask: createAskModel({ clock: core.clock, gateway, toolsOf }),
  });
  const assistant = wireAssistant(core, {
    routes: allRoutes,
    gateway,
    toolsOf,
  });
  const uses = wireModelUses(core, models, (task) => {
    if (task === 'investigation') investigations.askHeld();
  });
  const areas = [
    models,
    uses,
    wireAttack(core),
    wireEngine(core),
    investigations,
    wireIndicators(core),
    intake,
    wireForensicTools(core),
    assistant,
  ];
  return {
    routes: areas.flatMap(({ routes }) => routes),
    start() {
      const stops = areas.map((area) => area.start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
