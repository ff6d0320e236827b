import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { TECHNIQUE } from './detection.content.ts';
import { LessonIntro, Points } from './lesson.tsx';

export function TtpDetection() {
  const { example } = TECHNIQUE;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">{TECHNIQUE.id}</Badge>
        <h2 className="text-base font-semibold text-fg">{TECHNIQUE.name}</h2>
        <Badge>{TECHNIQUE.tactic}</Badge>
      </div>
      <LessonIntro>{TECHNIQUE.summary}</LessonIntro>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        {TECHNIQUE.parts.map((part) => (
          <Card key={part.title} title={part.title}>
            <Points points={part.points} />
          </Card>
        ))}
      </div>
      <Card title={example.title} bodyClassName="flex flex-col gap-3 p-4">
        <code className="block rounded-md bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere] text-fg">
          {example.line}
        </code>
        <p className="max-w-prose text-fg-muted">{example.reading}</p>
      </Card>
    </div>
  );
}
