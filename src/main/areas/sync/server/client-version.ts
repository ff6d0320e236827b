/** The version of this program's part of the protocol (`Head.leastClient`). */
export const CLIENT_VERSION = 1;
