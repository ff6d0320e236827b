import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { PAST_INCIDENTS } from './cases.content.ts';
import { LessonIntro, LessonPart } from './lesson.tsx';

export function HistoricalAnalysis() {
  return (
    <div className="flex flex-col gap-4">
      <LessonIntro>
        Six past cases of a freight company, each with its first sign, what was overlooked then, and
        what to do differently. Read the first sign, decide for yourself, then read on.
      </LessonIntro>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {PAST_INCIDENTS.map((incident) => (
          <Card
            key={incident.key}
            title={incident.title}
            note={incident.when}
            actions={<Badge>{incident.kind}</Badge>}
            bodyClassName="flex flex-col gap-3 p-4"
          >
            <LessonPart name="First sign">{incident.firstSign}</LessonPart>
            <LessonPart name="What was overlooked">{incident.missed}</LessonPart>
            <LessonPart name="Outcome">{incident.outcome}</LessonPart>
            <LessonPart name="Lesson">
              <strong className="font-semibold">{incident.lesson}</strong>
            </LessonPart>
          </Card>
        ))}
      </div>
    </div>
  );
}
