/** Controls: list, detail, assessment, tests and their runs. */
export const controlsContract = {};
