import { LoaderCircle } from 'lucide-react';

/** The specified text of a screen that is on its way, in the place where it will stand. */
export function ScreenLoading({ text }: { text: string }) {
  return (
    <div
      role="status"
      aria-busy="true"
      className="flex min-h-80 flex-1 items-center justify-center gap-2 text-fg-muted"
    >
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {text}
    </div>
  );
}

/** The same before anything of the page is known. */
export function PageLoading({ text }: { text: string }) {
  return (
    <main className="flex min-h-dvh flex-col bg-canvas">
      <h1 className="sr-only">Watchfloor</h1>
      <ScreenLoading text={text} />
    </main>
  );
}
