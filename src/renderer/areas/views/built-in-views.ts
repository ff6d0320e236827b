/** What every desk asks again and again; kept by the product, and nobody's own. */
export const BUILT_IN_VIEWS = [
  { id: 'overdue', name: 'Overdue', filter: { query: 'overdue:yes' } },
  { id: 'due-soon', name: 'Due within 2 hours', filter: { query: 'due:<2h' } },
  { id: 'mine', name: 'Assigned to me', filter: { query: 'assignee:me status:active' } },
  { id: 'watched', name: 'Watched by me', filter: { query: 'watched:me' } },
  { id: 'mentioned', name: 'Mentions of me', filter: { query: 'mentioned:me' } },
] as const;
