/** Of the desk's address: the dialog of saved views that is open. */
export const VIEWS_PARAM = 'views';
