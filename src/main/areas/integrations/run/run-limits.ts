/** What a source may cost, whatever it answers. A run that meets one of the first three goes on later. */
export interface RunLimits {
  /** Pages of one run: the thread is shared with imports and exports. */
  readonly pages: number;
  /** Of one run, ms. */
  readonly runMs: number;
  /** Of one page, ms; a source that takes longer hangs. */
  readonly pageMs: number;
  /** Records of one page, whatever was asked for. */
  readonly records: number;
  /** Of the records of one page together. */
  readonly pageBytes: number;
  /** Of one record; a longer one is rejected, the others are kept. */
  readonly recordBytes: number;
  /** Of a cursor. */
  readonly cursorBytes: number;
  /** Rejected records that a receipt shows. */
  readonly rejections: number;
}

export const RUN_LIMITS: RunLimits = {
  pages: 500,
  runMs: 10 * 60_000,
  pageMs: 3 * 60_000,
  records: 50_000,
  pageBytes: 64 * 1024 * 1024,
  recordBytes: 4 * 1024 * 1024,
  cursorBytes: 4_096,
  rejections: 20,
};
