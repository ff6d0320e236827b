import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps {
  text: string;
  /** What is copied, where the button stands alone: 'Copy the address'. */
  label?: string;
}

/** Copies on purpose only, and says that it did. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {...(label === undefined ? {} : { label })}
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setIsCopied(true);
      }}
    >
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </Button>
  );
}
