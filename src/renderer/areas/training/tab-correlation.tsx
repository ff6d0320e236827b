import { Link2 } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CORRELATED_EVENTS, CORRELATION_QUESTION, CORRELATION_RULES } from './detection.content.ts';
import { LessonIntro } from './lesson.tsx';

export function EventCorrelation() {
  return (
    <div className="flex flex-col gap-4">
      <LessonIntro>
        Seven alerts of six sources, over two days. None of them alone was worth waking anybody;
        what ties them makes one incident of them.
      </LessonIntro>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        <Card title="From a mail to the file server" className="lg:col-span-2" bodyClassName="p-0">
          <ol>
            {CORRELATED_EVENTS.map((event) => (
              <li
                key={event.at}
                className="flex flex-wrap gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0"
              >
                <span className="w-24 shrink-0 text-fg-muted tabular-nums">{event.at}</span>
                <div className="min-w-56 flex-1">
                  <p className="font-medium text-fg">{event.event}</p>
                  <p className="text-fg-muted">{event.entity}</p>
                  {event.tie !== null && (
                    <p className="mt-1 flex items-start gap-1.5 text-xs text-accent-text">
                      <Link2 aria-hidden className="mt-0.5 size-3 shrink-0" />
                      <span>
                        <span className="sr-only">Tied by: </span>
                        {event.tie}
                      </span>
                    </p>
                  )}
                </div>
                <Badge>{event.source}</Badge>
              </li>
            ))}
          </ol>
        </Card>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="How to join" bodyClassName="flex flex-col gap-3 p-4">
            {CORRELATION_RULES.map((rule) => (
              <div key={rule.title}>
                <h3 className="font-medium text-fg">{rule.title}</h3>
                <p className="text-fg-muted">{rule.text}</p>
              </div>
            ))}
          </Card>
          <Card title="A question">
            <p className="text-fg">{CORRELATION_QUESTION.question}</p>
            <details className="mt-2">
              <summary className="cursor-pointer rounded-sm font-medium text-accent-text">
                Show the answer
              </summary>
              <p className="mt-1 text-fg-muted">{CORRELATION_QUESTION.answer}</p>
            </details>
          </Card>
        </div>
      </div>
    </div>
  );
}
