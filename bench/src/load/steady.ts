import { arrivalTimes, runOpenLoop } from './arrivals.ts';
import type { PreparedRequest } from './mark-request.ts';
import { openPool, send, type Answer } from './send.ts';

/** An answer, and when its request was due, `performance.now()`: a driver that is late counts against the figure. */
export interface SteadyAnswer extends Answer {
  dueAt: number;
}

/** Enough that no request waits for another's connection. */
const CONNECTIONS = 256;

/** Sends requests at a steady rate, whether or not those before are answered. */
export const sendSteadily = async (
  url: string,
  requests: PreparedRequest[],
  perSecond: number,
): Promise<SteadyAnswer[]> => {
  const pool = openPool(url, CONNECTIONS);
  const moments = arrivalTimes(requests.length, (requests.length / perSecond) * 1_000);
  const answers = await runOpenLoop(moments, async (index, dueAt) => {
    const request = requests[index];
    if (!request) throw new Error('more arrivals than requests');
    return { ...(await send(pool, request)), dueAt };
  });
  await pool.close();
  return answers;
};

/** From when each was due to its answer, in ms; of those that were answered so. */
export const latenciesOf = (answers: SteadyAnswer[], status: number): number[] =>
  answers.filter((answer) => answer.status === status).map(({ dueAt, answeredAt }) => answeredAt - dueAt);
