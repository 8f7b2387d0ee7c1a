export interface StageResult {
  passed: number;
  failed: number;
  skipped?: number;
  output: string;
}

export const sumResults = (results: StageResult[]): { passed: number; failed: number; skipped: number } => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
  skipped: results.reduce((total, { skipped = 0 }) => total + skipped, 0),
});

export const formatCounts = ({ passed, failed, skipped = 0 }: Omit<StageResult, 'output'>): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
