import type { System } from '@qr-attendance/stack';
import type { createTakeMarks } from './prepared-marks.ts';
import { sendSteadily, type SteadyAnswer } from './steady.ts';

export const MARKS_PER_SECOND = 50;
export const ROUND_SECONDS = 10;

/** Sends marks at a steady rate until the work is done. */
export const markBeside = async <Result>(
  system: System,
  takeMarks: ReturnType<typeof createTakeMarks>,
  work: Promise<Result>,
): Promise<{ answers: SteadyAnswer[]; result: Result }> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => undefined);
  const answers: SteadyAnswer[] = [];
  do {
    const marks = await takeMarks(MARKS_PER_SECOND * ROUND_SECONDS);
    answers.push(...(await sendSteadily(system.url, marks, MARKS_PER_SECOND)));
  } while (!isDone);
  return { answers, result: await done };
};
