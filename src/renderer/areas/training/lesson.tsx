import type { ReactNode } from 'react';

/** What a lesson is about, above its cards. */
export function LessonIntro({ children }: { children: ReactNode }) {
  return <p className="max-w-prose text-fg-muted">{children}</p>;
}

/** A named paragraph of a card. */
export function LessonPart({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-xs font-semibold text-fg-muted">{name}</h3>
      <div className="text-fg">{children}</div>
    </div>
  );
}

export function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-fg-faint">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
