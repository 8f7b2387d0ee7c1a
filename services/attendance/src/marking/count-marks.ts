import type { Metrics } from '@qr-attendance/observability';
import type { TellMarkOutcome } from './describe-mark-outcome.ts';

/** Counts tries to mark by how they ended. */
export const makeCountMarks = (metrics: Metrics): TellMarkOutcome => {
  const count = metrics.counter({
    name: 'attendance_marks_total',
    help: 'Tries to mark, by how they ended; a refused one with the code of its refusal.',
    labels: ['result', 'code'],
  });
  for (const result of ['recorded', 'repeated', 'failed']) count({ result, code: '' }, 0);
  return (outcome) =>
    count({ result: outcome.result, code: outcome.result === 'refused' ? outcome.code : '' });
};
