import { Calculator } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface MethodButtonProps {
  /** Of the dialog. */
  title: string;
  lines: readonly string[];
  /** What went into the figures: label and value. */
  inputs: readonly (readonly [string, string])[];
}

/** How figures came about and what went into them, one click away. */
export function MethodButton({ title, lines, inputs }: MethodButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" icon={<Calculator aria-hidden />} onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={title} size="lg">
        <div className="flex flex-col gap-4">
          {inputs.length > 0 && (
            <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-4 gap-y-1">
              {inputs.map(([label, value]) => (
                <div key={label} className="contents">
                  <dt className="text-fg-muted">{label}</dt>
                  <dd className="text-fg tabular-nums [overflow-wrap:anywhere]">{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <ol className="flex list-decimal flex-col gap-2 pl-5 text-fg-muted">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      </Dialog>
    </>
  );
}
