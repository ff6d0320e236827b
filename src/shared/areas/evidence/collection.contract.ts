/** Collection schedule: tasks, runs, collectors, calendar feed. */
export const collectionContract = {};
