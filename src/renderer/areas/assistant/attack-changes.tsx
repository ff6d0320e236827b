import type { ReactNode } from 'react';
import type { AttackPreview } from '../../../shared/areas/assistant/attack.contract.ts';
import { Untrusted } from '../../ui/untrusted.tsx';

const FIGURES: readonly {
  name: string;
  of: 'techniques' | 'retired' | 'tactics' | 'mitigations' | 'pairs';
}[] = [
  { name: 'Techniques', of: 'techniques' },
  { name: 'No longer in ATT&CK', of: 'retired' },
  { name: 'Tactics', of: 'tactics' },
  { name: 'Mitigations', of: 'mitigations' },
  { name: 'Pairs of technique and mitigation', of: 'pairs' },
];
const versionText = (version: string) => (version === 'unknown' ? 'not said' : version);
const Name = ({ text }: { text: string }) => <Untrusted text={text} max={120} expand="none" />;

/** What a file would change: the figures side by side, then each technique. */
export function AttackChangesShown({ preview }: { preview: AttackPreview }) {
  const { table, current, counts, tactics } = preview;
  return (
    <div className="flex flex-col gap-4">
      <Warnings preview={preview} />
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-fg-muted">
            <th scope="col" className="py-1.5 font-medium">
              Version
            </th>
            <th scope="col" className="py-1.5 text-right font-medium tabular-nums">
              {`In use: ${versionText(current.version)}`}
            </th>
            <th scope="col" className="py-1.5 text-right font-medium tabular-nums">
              {`File: ${versionText(table.version)}`}
            </th>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(({ name, of }) => (
            <tr key={of} className="border-b border-line">
              <th scope="row" className="py-1.5 text-left font-normal text-fg">
                {name}
              </th>
              <td className="py-1.5 text-right tabular-nums">{current[of].toLocaleString('en')}</td>
              <td className="py-1.5 text-right tabular-nums">{table[of].toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Changes title="New" all={counts.added}>
        {preview.added.map(({ id, name }) => (
          <Row key={id} id={id}>
            <Name text={name} />
          </Row>
        ))}
      </Changes>
      <Changes title="Renamed" all={counts.renamed}>
        {preview.renamed.map(({ id, from, to }) => (
          <Row key={id} id={id}>
            <Name text={from} /> → <Name text={to} />
          </Row>
        ))}
      </Changes>
      <Changes title="In other tactics" all={counts.moved}>
        {preview.moved.map(({ id, name, from, to }) => (
          <Row key={id} id={id}>
            <Name text={name} />
            <span className="text-fg-muted">
              {': '}
              <Name text={from.join(', ') || 'none'} /> → <Name text={to.join(', ') || 'none'} />
            </span>
          </Row>
        ))}
      </Changes>
      <Changes title="Revoked or deprecated" all={counts.revoked}>
        {preview.revoked.map(({ id, name, by }) => (
          <Row key={id} id={id}>
            <Name text={name} />
            {by !== null && <span className="text-fg-muted"> → {by}</span>}
          </Row>
        ))}
      </Changes>
      <Changes title="Gone" all={counts.gone}>
        {preview.gone.map(({ id, name }) => (
          <Row key={id} id={id}>
            <Name text={name} />
          </Row>
        ))}
      </Changes>
      {tactics.added.length + tactics.gone.length > 0 && (
        <p className="text-sm text-fg-muted">
          {tactics.added.length > 0 && (
            <>
              New tactics: <Name text={tactics.added.join(', ')} />.{' '}
            </>
          )}
          {tactics.gone.length > 0 && (
            <>
              Tactics gone: <Name text={tactics.gone.join(', ')} />.
            </>
          )}
        </p>
      )}
      <p className="text-xs text-fg-muted">
        SHA-256 <span className="font-mono break-all">{preview.checksum}</span>
      </p>
    </div>
  );
}

function Warnings({ preview: { isSame, isOlder } }: { preview: AttackPreview }) {
  if (isSame) return <p className="text-fg-muted">This file is in use already.</p>;
  if (!isOlder) return null;
  return <p className="text-warn">This file is of an older version than the table in use.</p>;
}

function Changes(props: { title: string; all: number; children: readonly ReactNode[] }) {
  const { title, all, children } = props;
  if (all === 0) return null;
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm font-medium text-fg">
        {title} <span className="text-fg-muted tabular-nums">{all.toLocaleString('en')}</span>
      </summary>
      <ul className="max-h-64 overflow-y-auto border-t border-line px-3 py-2 text-sm">
        {children}
        {all > children.length && (
          <li className="py-0.5 text-fg-muted">
            {`and ${(all - children.length).toLocaleString('en')} more`}
          </li>
        )}
      </ul>
    </details>
  );
}

function Row({ id, children }: { id: string; children: ReactNode }) {
  return (
    <li className="flex gap-2 py-0.5">
      <span className="w-20 shrink-0 font-mono text-xs leading-5 text-fg-muted">{id}</span>
      <span className="min-w-0 text-fg">{children}</span>
    </li>
  );
}
