import type { System } from '@qr-attendance/stack';
import { arrivalTimes, runOpenLoop } from './arrivals.ts';
import type { createTakeMarks } from './prepared-marks.ts';
import { openPool, send, type Answer, type PreparedRequest } from './send.ts';

export interface SteadyAnswer extends Answer {
  dueAt: number;
}

const CONNECTIONS = 256;

export const sendSteadily = async (
  url: string,
  requests: PreparedRequest[],
  perSecond: number,
): Promise<SteadyAnswer[]> => {
  const pool = openPool(url, CONNECTIONS);
  const moments = arrivalTimes(requests.length, (requests.length / perSecond) * 1_000);
  const answers = await runOpenLoop(requests, moments, async (request, dueAt) => ({
    ...(await send(pool, request)),
    dueAt,
  }));
  await pool.close();
  return answers;
};

/** Time in ms from the moment at which a recorded mark should be sent until its answer. */
export const markTimes = (answers: SteadyAnswer[]): number[] =>
  answers.filter(({ status }) => status === 201).map(({ dueAt, answeredAt }) => answeredAt - dueAt);
export const countUnmarked = (answers: SteadyAnswer[]): number =>
  answers.filter(({ status }) => status !== 201).length;

export const MARKS_PER_SECOND = 50;
export const ROUND_SECONDS = 10;

export const markDuring = async <Result>(
  { url }: Pick<System, 'url'>,
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
    answers.push(...(await sendSteadily(url, marks, MARKS_PER_SECOND)));
  } while (!isDone);
  return { answers, result: await done };
};
