import type { ChatContext } from '../../../shared/areas/assistant/chat.contract.ts';
import { ENTITY_KINDS } from '../../../shared/areas/entities/entities.contract.ts';

const ID_MAX = 100;
const VALUE_MAX = 1000;

/** What of a screen's address 'this' can mean. */
export function contextOf(path: string, search: string): ChatContext {
  const params = new URLSearchParams(search);
  const id = (name: string) => {
    const value = params.get(name) ?? '';
    return value !== '' && value.length <= ID_MAX ? value : undefined;
  };
  if (path === '/alerts') {
    const incidentId = id('incident');
    const groupKey = id('group');
    const alertId = id('alert');
    return {
      ...(alertId ? { alertId } : {}),
      ...(incidentId && params.get('show') === 'incidents' ? { incidentId } : {}),
      ...(groupKey && params.get('show') === 'groups' ? { groupKey } : {}),
    };
  }
  if (path === '/forensics') {
    const investigationId = id('investigation');
    return investigationId ? { investigationId } : {};
  }
  if (path === '/compliance') {
    const controlId = id('control');
    return controlId ? { controlId } : {};
  }
  if (path !== '/entity') return {};
  const kind = ENTITY_KINDS.find((one) => one === params.get('kind'));
  const value = params.get('value')?.trim() ?? '';
  return kind && value !== '' && value.length <= VALUE_MAX ? { entity: { kind, value } } : {};
}
