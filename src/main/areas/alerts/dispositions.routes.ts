import { dispositionsContract } from '../../../shared/areas/alerts/dispositions.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { NoteTemplateStore } from './note-templates.store.ts';

export function dispositionRoutes(templates: NoteTemplateStore): Route[] {
  return [
    route(dispositionsContract.noteTemplates, () => templates.list()),
    route(dispositionsContract.addNoteTemplate, ({ body, session }) =>
      templates.create(body, session.user.id),
    ),
    route(dispositionsContract.changeNoteTemplate, ({ params, body, session }) =>
      templates.change(params.id, body, session.user.id),
    ),
    route(dispositionsContract.removeNoteTemplate, ({ params, session }) =>
      templates.remove(params.id, session.user.id),
    ),
  ];
}
