import { useQueries, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRowHeight } from '../../ui/use-density.ts';
import { NoControls } from './control-table.tsx';
import { ControlTreeRow } from './control-tree-row.tsx';
import { hasFilter } from './controls.filter-url.ts';
import { branchQuery, treeQuery } from './controls.queries.ts';
import { type TreeNode, treeNodes } from './controls.tree.ts';
import type { ControlsAddress } from './use-controls-address.ts';

const OVERSCAN_ROWS = 10;
/** Under a filter so few frameworks are opened by themselves. */
const OPENED_AT_ONCE = 5;

interface ControlTreeProps {
  address: ControlsAddress;
  onCreate: () => void;
}

/** Frameworks, groups, controls and enhancements; a framework's branch is fetched when it is opened. */
export function ControlTree({ address, onCreate }: ControlTreeProps) {
  const { filter } = address;
  const client = useClient();
  const { data, error, refetch } = useQuery(treeQuery(client, filter));
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(() => new Set());
  const opensItself = hasFilter(filter) && (data?.length ?? 0) <= OPENED_AT_ONCE;
  const open = useMemo(
    () => new Set((data ?? []).map(({ id }) => id).filter((id) => chosen.get(id) ?? opensItself)),
    [data, chosen, opensItself],
  );
  const openIds = [...open];
  const branches = useQueries({ queries: openIds.map((id) => branchQuery(client, id, filter)) });
  if (error && !data) {
    return (
      <ErrorState
        title="Controls could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-96 w-full" />;
  if (data.length === 0) return <NoControls address={address} onCreate={onCreate} />;
  const branchOf = (id: string) => branches[openIds.indexOf(id)]?.data;
  const nodes = treeNodes(data, branchOf, { open, collapsed });
  const toggle = ({ key, kind, isExpanded }: TreeNode) => {
    if (kind === 'framework') {
      setChosen((now) => new Map(now).set(key.slice(2), !isExpanded));
      return;
    }
    setCollapsed((now) => {
      const next = new Set(now);
      if (isExpanded) next.add(key);
      else next.delete(key);
      return next;
    });
  };
  return <TreeRows nodes={nodes} openId={address.openId} onToggle={toggle} onOpen={address.open} />;
}

interface TreeRowsProps {
  nodes: readonly TreeNode[];
  openId: string | null;
  onToggle: (node: TreeNode) => void;
  onOpen: (id: string) => void;
}

/** One stop of Tab; arrow keys move, open and close as in every tree (ARIA Authoring Practices). */
function TreeRows({ nodes, openId, onToggle, onOpen }: TreeRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ key: string; takesFocus: boolean } | null>(null);
  const rowPx = useRowHeight();
  const virtual = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN_ROWS,
  });
  const at = active === null ? -1 : nodes.findIndex(({ key }) => key === active.key);
  const items = virtual.getVirtualItems();
  const tabStop = items.some(({ index }) => index === at) ? at : (items[0]?.index ?? 0);
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(nodes.length - 1, index));
    const node = nodes[next];
    if (!node) return;
    virtual.scrollToIndex(next, { align: 'auto' });
    setActive({ key: node.key, takesFocus: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = nodes[at];
    if (!node || !runKey(event.key, { node, at, nodes, moveTo, onToggle, onOpen })) return;
    event.preventDefault();
  };
  return (
    <div
      ref={scroller}
      className="max-h-[max(24rem,calc(100vh-22rem))] overflow-auto rounded-lg border border-line bg-surface"
    >
      <div
        role="tree"
        aria-label="Controls by framework"
        tabIndex={-1}
        className="relative min-w-140"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, key, start, size }) => {
          const node = nodes[index];
          if (!node) return null;
          return (
            <TreePlace key={key} top={start} height={size}>
              <ControlTreeRow
                node={node}
                isTabStop={index === tabStop}
                takesFocus={active?.takesFocus === true && active.key === node.key}
                isOpen={node.control !== null && node.control.id === openId}
                onFocus={() => setActive({ key: node.key, takesFocus: false })}
                onToggle={() => onToggle(node)}
                onOpen={onOpen}
              />
            </TreePlace>
          );
        })}
      </div>
    </div>
  );
}

function TreePlace(props: { top: number; height: number; children: React.ReactNode }) {
  return (
    <div
      role="none"
      className="absolute inset-x-0 top-0"
      style={{ height: props.height, transform: `translateY(${props.top}px)` }}
    >
      {props.children}
    </div>
  );
}

interface KeyDeps {
  readonly node: TreeNode;
  readonly at: number;
  readonly nodes: readonly TreeNode[];
  readonly moveTo: (index: number) => void;
  readonly onToggle: (node: TreeNode) => void;
  readonly onOpen: (id: string) => void;
}

/** True where the key was the tree's. */
function runKey(key: string, { node, at, nodes, moveTo, onToggle, onOpen }: KeyDeps): boolean {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      moveTo(at + 1);
      return true;
    case 'ArrowUp':
    case 'k':
      moveTo(at - 1);
      return true;
    case 'Home':
      moveTo(0);
      return true;
    case 'End':
      moveTo(nodes.length - 1);
      return true;
    case 'ArrowRight':
      if (node.hasChildren && !node.isExpanded) onToggle(node);
      else if (node.hasChildren) moveTo(at + 1);
      return true;
    case 'ArrowLeft':
      if (node.hasChildren && node.isExpanded) onToggle(node);
      else moveTo(nodes.findLastIndex(({ level }, place) => place < at && level < node.level));
      return true;
    case 'Enter':
      if (node.control) onOpen(node.control.id);
      else onToggle(node);
      return true;
    default:
      return false;
  }
}
