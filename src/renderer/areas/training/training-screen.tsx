import { GraduationCap } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import { ExerciseScreen } from './exercise-screen.tsx';
import { ExercisesSection } from './exercises-section.tsx';
import { LiveDemoPanel } from './live-demo.tsx';
import { PortalTabs } from './portal-tabs.tsx';
import { TeachingFigures } from './teaching-figures.tsx';
import { EXERCISE_PARAM } from './training.addresses.ts';
import { useLiveDemo } from './use-live-demo.ts';

export function TrainingScreen() {
  const [params] = useAddressParams();
  const exercise = params.get(EXERCISE_PARAM);
  return (
    <div className="mx-auto flex w-full max-w-[100rem] flex-col gap-4">
      {exercise === null ? <Portal /> : <ExerciseScreen exerciseKey={exercise} key={exercise} />}
    </div>
  );
}

function Portal() {
  const demo = useLiveDemo();
  return (
    <>
      <PageHeader
        title="Analysts Training Portal"
        purpose="Worked examples of detection and response, and exercises on the demo workspace"
        actions={
          <Button variant="primary" icon={<GraduationCap aria-hidden />} onClick={demo.start}>
            {demo.percent === null ? 'Start Live Demo' : 'Restart Live Demo'}
          </Button>
        }
      />
      <LiveDemoPanel demo={demo} />
      <TeachingFigures />
      <ExercisesSection />
      <PortalTabs />
    </>
  );
}
