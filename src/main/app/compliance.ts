import { readControlEffects } from '../areas/compliance/control-effects.ts';
import { wireControls } from './compliance-controls.ts';
import { type WiredCrosswalks, wireCrosswalks } from './compliance-crosswalks.ts';
import { wireFrameworks } from './compliance-frameworks.ts';
import { wireGaps } from './compliance-gaps.ts';
import { wireScores } from './compliance-scores.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredCompliance extends WiredArea, Pick<WiredCrosswalks, 'equalControls'> {
  /** How effective single controls are, by the one formula. */
  readonly controlEffects: typeof readControlEffects;
}

export function wireCompliance(core: CoreDeps): WiredCompliance {
  const crosswalks = wireCrosswalks(core);
  const parts = [
    wireFrameworks(core),
    wireControls(core),
    crosswalks,
    wireScores(core),
    wireGaps(core),
  ];
  return {
    routes: parts.flatMap(({ routes }) => routes),
    equalControls: crosswalks.equalControls,
    controlEffects: readControlEffects,
    start() {
      const stops = parts.map((part) => part.start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
