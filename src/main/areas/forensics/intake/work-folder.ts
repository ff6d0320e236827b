/** In a data folder: what is out of archives, encrypted, for as long as it is read. */
export const WORK_FOLDER = 'intake-work';
