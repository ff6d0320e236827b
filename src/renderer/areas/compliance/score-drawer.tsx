import type {
  ComplianceMetrics,
  FrameworkScore,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { ScoreOfAll } from './score-of-all.tsx';
import { ScoreOfFramework } from './score-of-framework.tsx';

/** Names the explanation of the figures of all frameworks together. */
const ALL = 'all';

interface ScoreDrawerProps {
  /** The framework that is explained, 'all', or null while it is closed. */
  framework: string | null;
  metrics: ComplianceMetrics | undefined;
  scores: readonly FrameworkScore[] | undefined;
  onFramework: (id: string) => void;
  onClose: () => void;
}

/** Why a score is what it is, down to the proof behind it. */
export function ScoreDrawer(props: ScoreDrawerProps) {
  const { framework, metrics, scores, onFramework, onClose } = props;
  return (
    <Drawer open={framework !== null} onClose={onClose} title="Why this score">
      {framework === ALL && (
        <ScoreOfAll metrics={metrics} scores={scores} onFramework={onFramework} />
      )}
      {framework !== null && framework !== ALL && <ScoreOfFramework id={framework} />}
    </Drawer>
  );
}
