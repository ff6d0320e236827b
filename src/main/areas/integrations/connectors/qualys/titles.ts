import { type ConnectorContext, ConnectorFailure } from '../../connector.types.ts';
import { ask } from './ask.ts';
import type { XmlFields } from './read-xml.ts';
import type { QualysSettings } from './settings.ts';

const GROUP = new Set(['VULN']);
const KEPT = ['QID', 'TITLE', 'CATEGORY', 'CVE_LIST.CVE.ID', 'PATCHABLE'];

/**
 * What the KnowledgeBase calls these QIDs. An account that may not download it goes without: the
 * detections matter more than their titles.
 */
export async function titlesOf(
  context: ConnectorContext<QualysSettings>,
  qids: ReadonlySet<string>,
): Promise<Map<string, XmlFields>> {
  const found = new Map<string, XmlFields>();
  if (!context.settings.withTitles || qids.size === 0) return found;
  const form = { action: 'list', details: 'Basic', ids: [...qids].join(',') };
  const path = 'knowledge_base/vuln/';
  const why = 'titles of vulnerabilities';
  try {
    await ask(
      context,
      { path, form, why },
      {
        groups: GROUP,
        found(_name, fields) {
          const kept = KEPT.flatMap((name) =>
            fields[name] === undefined ? [] : [[name, fields[name]]],
          );
          if (fields.QID !== undefined) found.set(fields.QID, Object.fromEntries(kept));
        },
      },
    );
  } catch (error) {
    const isRefused =
      error instanceof ConnectorFailure &&
      (error.kind === 'permission' || error.kind === 'settings');
    if (!isRefused) throw error;
  }
  return found;
}
