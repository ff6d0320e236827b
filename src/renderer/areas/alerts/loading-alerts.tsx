import { RowSkeleton } from './alert-list.tsx';

const ROWS = ['1', '2', '3', '4', '5', '6'];

/** The specified text, over rows of the size of those that will come. */
export function LoadingAlerts() {
  return (
    <div aria-busy className="relative flex flex-1 flex-col gap-1.5 overflow-hidden">
      {ROWS.map((key) => (
        <div key={key} className="h-20 shrink-0">
          <RowSkeleton />
        </div>
      ))}
      <p role="status" className="absolute inset-x-0 top-24 text-center">
        <span className="rounded-md bg-raised px-3 py-1.5 text-fg">Loading alerts...</span>
      </p>
    </div>
  );
}
