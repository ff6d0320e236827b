import { wireControls } from './compliance-controls.ts';
import { type WiredCrosswalks, wireCrosswalks } from './compliance-crosswalks.ts';
import { wireFrameworks } from './compliance-frameworks.ts';
import { wireGaps } from './compliance-gaps.ts';
import { wireScores } from './compliance-scores.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export interface WiredCompliance extends WiredArea, Pick<WiredCrosswalks, 'equalControls'> {}

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
    start() {
      const stops = parts.map((part) => part.start());
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
