import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import type { JsonEntry, JsonNode } from './json-node.ts';
import { Untrusted } from './untrusted.tsx';

/** Levels that are open at first, and members shown at a time: a hostile record stays cheap. */
const OPEN_LEVELS = 2;
const MEMBERS_STEP = 100;
const VALUE_CHARS = 300;
const NAME_CHARS = 120;

/** A JSON value as a tree; what is closed is not in the page. */
export function JsonTree({ node }: { node: JsonNode }) {
  const members = membersOf(node);
  return (
    <div className="font-mono text-xs leading-5">
      {members ? <Members members={members} level={0} /> : <Scalar node={node} />}
    </div>
  );
}

function membersOf(node: JsonNode): readonly JsonEntry[] | null {
  if (node.type === 'object') return node.entries;
  if (node.type === 'array') return node.items.map((item, n) => ({ name: String(n), node: item }));
  return null;
}

function Members({ members, level }: { members: readonly JsonEntry[]; level: number }) {
  const [shown, setShown] = useState(MEMBERS_STEP);
  const rest = members.length - shown;
  return (
    <ul className={cx(level > 0 && 'ml-2 border-l border-line pl-3')}>
      {placed(members.slice(0, shown)).map(({ place, entry }) => (
        <li key={place}>
          <Member entry={entry} level={level} />
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button
            type="button"
            onClick={() => setShown(shown + MEMBERS_STEP)}
            className="rounded-sm text-accent-text underline underline-offset-2"
          >
            Show {Math.min(rest, MEMBERS_STEP)} of {rest.toLocaleString()} more
          </button>
        </li>
      )}
    </ul>
  );
}

/** Names may come twice: the place of a member is its identity. */
function placed(members: readonly JsonEntry[]): { place: string; entry: JsonEntry }[] {
  return members.map((entry, n) => ({ place: String(n), entry }));
}

function Member({ entry, level }: { entry: JsonEntry; level: number }) {
  const [isOpen, setIsOpen] = useState(level + 1 < OPEN_LEVELS);
  const members = membersOf(entry.node);
  const name = (
    <span className="text-fg-faint">
      <Untrusted text={entry.name} max={NAME_CHARS} expand="none" />
    </span>
  );
  if (!members || members.length === 0) {
    return (
      <span className="block pl-4 [overflow-wrap:anywhere]">
        {name}: <Scalar node={entry.node} />
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-6 max-w-full items-center gap-1 rounded-sm text-left hover:bg-raised"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-3 shrink-0 text-fg-faint', isOpen && 'rotate-90')}
        />
        {name}
        <span className="text-fg-faint">
          {entry.node.type === 'array' ? `[${members.length}]` : `{${members.length}}`}
        </span>
      </button>
      {isOpen && <Members members={members} level={level + 1} />}
    </>
  );
}

function Scalar({ node }: { node: JsonNode }) {
  switch (node.type) {
    case 'string':
      return (
        <span className="text-fg">
          {node.value === '' ? '""' : <Untrusted text={node.value} max={VALUE_CHARS} />}
        </span>
      );
    case 'literal':
      return (
        <span className="text-low">
          <Untrusted text={node.text} max={VALUE_CHARS} />
        </span>
      );
    case 'object':
      return <span className="text-fg-faint">{'{}'}</span>;
    case 'array':
      return <span className="text-fg-faint">[]</span>;
  }
}
