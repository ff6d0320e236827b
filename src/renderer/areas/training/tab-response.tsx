import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RESPONSE_STAGES } from './detection.content.ts';
import { LessonIntro, LessonPart, Points } from './lesson.tsx';

export function AutomatedResponse() {
  return (
    <div className="flex flex-col gap-4">
      <LessonIntro>
        Four stages from the record to the recovered host. The faster a stage, the less it may
        change: what cannot be undone waits for a person.
      </LessonIntro>
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2 2xl:grid-cols-4">
        {RESPONSE_STAGES.map((stage, index) => (
          <li key={stage.title} className="flex min-w-0">
            <Card
              title={`${index + 1}. ${stage.title}`}
              note={stage.aim}
              actions={<Badge tone="accent">{stage.duration}</Badge>}
              className="flex-1"
              bodyClassName="flex flex-col gap-3 p-4"
            >
              <LessonPart name="What happens">
                <Points points={stage.actions} />
              </LessonPart>
              <LessonPart name="What people do">{stage.human}</LessonPart>
            </Card>
          </li>
        ))}
      </ol>
    </div>
  );
}
