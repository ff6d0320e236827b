/**
 * Markdown that others (a model, a colleague, an imported file) wrote. Defences: no raw HTML (it is
 * shown as text), no image is ever loaded, hidden characters are marked, a link to elsewhere does
 * nothing until its real target was shown and confirmed.
 */
import { ImageOff } from 'lucide-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { Link } from 'react-router-dom';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { linkTarget, markHidden } from './markdown.nodes.ts';
import { Untrusted } from './untrusted.tsx';

interface MarkdownProps {
  text: string;
  /** Goes to a confirmed address outside; without it, the address can only be copied. */
  onOpenAddress?: (address: string) => void;
}

const ADDRESS_CHARS = 2_000;
const AskContext = createContext<(address: string) => void>(() => undefined);

/** Its headings are of the third level and below: those above belong to the screen. */
export function Markdown({ text, onOpenAddress }: MarkdownProps) {
  const [asking, setAsking] = useState<string | null>(null);
  return (
    <div className="flex min-w-0 flex-col gap-2 text-fg [overflow-wrap:anywhere]">
      <AskContext value={setAsking}>
        <ReactMarkdown rehypePlugins={PLUGINS} components={PARTS}>
          {text}
        </ReactMarkdown>
      </AskContext>
      <Dialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title="This link leads out of Watchfloor"
        description="Check where it leads: what the link says may be something else."
        size="sm"
        footer={
          <>
            <CopyButton text={asking ?? ''} label="Copy the address" />
            {onOpenAddress && (
              <Button
                variant="primary"
                onClick={() => {
                  if (asking !== null) onOpenAddress(asking);
                  setAsking(null);
                }}
              >
                Open this address
              </Button>
            )}
          </>
        }
      >
        <p className="rounded-md border border-line bg-sunken p-2.5 font-mono text-xs">
          <Untrusted text={asking} max={ADDRESS_CHARS} />
        </p>
      </Dialog>
    </div>
  );
}

const PLUGINS = [() => markHidden];
const LINK = 'rounded-sm text-left text-accent-text underline underline-offset-2';

const PARTS: Components = {
  a: ({ href, children }) => <MarkdownLink href={href}>{children}</MarkdownLink>,
  img: ({ alt }) => (
    <span className="inline-flex items-center gap-1 rounded-sm bg-raised px-1.5 text-xs text-fg-muted">
      <ImageOff aria-hidden className="size-3" />
      Image not loaded{alt ? ': ' : ''}
      <Untrusted text={alt} max={120} expand="none" />
    </span>
  ),
  h1: ({ children }) => <Heading>{children}</Heading>,
  h2: ({ children }) => <Heading>{children}</Heading>,
  h3: ({ children }) => <Heading>{children}</Heading>,
  h4: ({ children }) => <Heading>{children}</Heading>,
  h5: ({ children }) => <Heading>{children}</Heading>,
  h6: ({ children }) => <Heading>{children}</Heading>,
  mark: ({ children }) => (
    <span className="mx-px rounded-sm bg-warn-soft px-0.5 font-mono text-[0.85em] text-warn">
      {children}
    </span>
  ),
  ul: ({ children }) => <ul className="list-disc pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="list-decimal pl-5">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="border-l-2 border-line-strong pl-3 text-fg-muted">{children}</blockquote>
  ),
  pre: ({ children }) => (
    <pre className="rounded-md border border-line bg-sunken p-2.5 text-xs whitespace-pre-wrap [&_code]:bg-transparent [&_code]:p-0">
      {children}
    </pre>
  ),
  code: ({ children }) => (
    <code className="rounded-sm bg-raised px-1 font-mono text-[0.92em]">{children}</code>
  ),
  hr: () => <hr className="border-line" />,
};

function Heading({ children }: { children: ReactNode }) {
  return <h3 className="mt-1 text-sm font-semibold text-fg">{children}</h3>;
}

function MarkdownLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const ask = useContext(AskContext);
  const target = linkTarget(href);
  if (target.type === 'none') return children;
  if (target.type === 'internal') {
    return (
      <Link to={target.path} className={LINK}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" className={LINK} onClick={() => ask(target.address)}>
      {children}
    </button>
  );
}
