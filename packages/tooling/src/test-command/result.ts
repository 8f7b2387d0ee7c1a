/** How many checks of a stage passed and failed; `output` is shown when any failed. */
export interface StageResult {
  passed: number;
  failed: number;
  output: string;
}

export const sum = (results: StageResult[]): { passed: number; failed: number } => ({
  passed: results.reduce((total, { passed }) => total + passed, 0),
  failed: results.reduce((total, { failed }) => total + failed, 0),
});
