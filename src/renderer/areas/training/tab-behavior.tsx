import { Card } from '../../ui/card.tsx';
import { BEHAVIOURS } from './cases.content.ts';
import { LessonIntro, LessonPart, Points } from './lesson.tsx';

export function BehaviorLearning() {
  return (
    <div className="flex flex-col gap-4">
      <LessonIntro>
        A baseline says what an asset does on an ordinary day. A deviation is a question, not a
        verdict: the last line of each card says how to answer it.
      </LessonIntro>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {BEHAVIOURS.map((behaviour) => (
          <Card
            key={behaviour.asset}
            title={behaviour.asset}
            note={behaviour.role}
            bodyClassName="flex flex-col gap-3 p-4"
          >
            <LessonPart name="Usual">
              <Points points={behaviour.usual} />
            </LessonPart>
            <LessonPart name="Deviation">{behaviour.deviation}</LessonPart>
            <LessonPart name="How to judge it">{behaviour.judge}</LessonPart>
          </Card>
        ))}
      </div>
    </div>
  );
}
