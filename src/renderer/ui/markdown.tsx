/**
 * Markdown that others (a model, a colleague, an imported file) wrote. Defences: no raw HTML (it is
 * shown as text), no image is ever loaded, hidden characters are marked, a link to elsewhere does
 * nothing until its real target was shown and confirmed, and what would take minutes to parse is
 * shown as it is written.
 */
import { ImageOff } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { Link } from 'react-router-dom';
import remarkGfm from 'remark-gfm';
import { MARKDOWN_FAULTS, markdownFault } from '../../shared/kernel/markdown-limits.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { linkTarget, markHidden } from './markdown.nodes.ts';
import { Untrusted } from './untrusted.tsx';

interface MarkdownProps {
  text: string;
  /** Goes to a confirmed address outside; without it, the address can only be copied. */
  onOpenAddress?: (address: string) => void;
  /** `document`: its headings are told apart by size, for a text that is read from end to end. */
  look?: 'note' | 'document';
}

const ADDRESS_CHARS = 2_000;
const AskContext = createContext<(address: string) => void>(() => undefined);

/** Its headings are of the third level and below: those above belong to the screen. */
export function Markdown({ text, onOpenAddress, look = 'note' }: MarkdownProps) {
  const [asking, setAsking] = useState<string | null>(null);
  const fault = useMemo(() => markdownFault(text), [text]);
  return (
    <div className="flex min-w-0 flex-col gap-2 text-fg [overflow-wrap:anywhere]">
      {fault === null ? (
        <AskContext value={setAsking}>
          <ReactMarkdown
            remarkPlugins={GRAMMAR}
            rehypePlugins={PLUGINS}
            components={look === 'document' ? DOCUMENT_PARTS : PARTS}
          >
            {text}
          </ReactMarkdown>
        </AskContext>
      ) : (
        <AsWritten text={text} why={MARKDOWN_FAULTS[fault]} />
      )}
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

const GRAMMAR = [remarkGfm];
const PLUGINS = [() => markHidden];
const WRITTEN_CHARS = 20_000;
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
  table: ({ children }) => (
    // Scrolls by itself: a wide table must not widen the page. It has no role, so it takes the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <div tabIndex={0} className="max-w-full overflow-x-auto">
      <table className="w-full border-collapse text-left">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th className="border border-line bg-raised px-2 py-1 font-semibold [overflow-wrap:normal]">
      {children}
    </th>
  ),
  td: ({ children }) => (
    <td className="border border-line px-2 py-1 align-top [overflow-wrap:normal]">{children}</td>
  ),
  // Of a list of tasks: what is done is said, nothing can be ticked.
  input: ({ checked }) => (
    <span className="mr-1 font-mono text-[0.92em]">{checked ? '[x]' : '[ ]'}</span>
  ),
};

/** The levels of a document's own headings, below the title of what shows it. */
const DOCUMENT_PARTS: Components = {
  ...PARTS,
  h1: ({ children }) => <h3 className="mt-2 text-lg font-semibold text-fg">{children}</h3>,
  h2: ({ children }) => <h4 className="mt-3 text-base font-semibold text-fg">{children}</h4>,
  h3: ({ children }) => <h5 className="mt-2 text-sm font-semibold text-fg">{children}</h5>,
  h4: ({ children }) => <h6 className="mt-1 text-sm font-medium text-fg-muted">{children}</h6>,
  h5: ({ children }) => <h6 className="mt-1 text-sm font-medium text-fg-muted">{children}</h6>,
  h6: ({ children }) => <h6 className="mt-1 text-sm font-medium text-fg-muted">{children}</h6>,
};

function AsWritten({ text, why }: { text: string; why: string }) {
  return (
    <>
      <p className="text-xs text-warn">Shown as it is written. {why}</p>
      <p className="font-mono text-xs whitespace-pre-wrap">
        <Untrusted text={text} max={WRITTEN_CHARS} newlines="keep" />
      </p>
    </>
  );
}

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
