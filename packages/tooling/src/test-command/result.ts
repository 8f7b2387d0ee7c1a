/** `output` is shown if a check failed. */
export interface StageResult {
  passed: number;
  failed: number;
  /** Checks that could not run here; `output` contains the reason. */
  skipped?: number;
  output: string;
}

export const sum = (results: StageResult[]): { passed: number; failed: number; skipped: number } => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
  skipped: results.reduce((total, { skipped = 0 }) => total + skipped, 0),
});

/** `3 passed, 1 failed`, with the number of skipped checks if there are any. */
export const formatCounts = ({ passed, failed, skipped = 0 }: Omit<StageResult, 'output'>): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
