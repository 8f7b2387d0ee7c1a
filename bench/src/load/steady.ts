import { arrivalTimes, runOpenLoop } from './arrivals.ts';
import type { PreparedRequest } from './mark-request.ts';
import { openPool, send, type Answer } from './send.ts';

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
  const answers = await runOpenLoop(moments, async (index, dueAt) => {
    const request = requests[index];
    if (!request) throw new Error('more arrivals than requests');
    return { ...(await send(pool, request)), dueAt };
  });
  await pool.close();
  return answers;
};

/** From the scheduled time to the answer, in ms, of answers with this status. */
export const latenciesOf = (answers: SteadyAnswer[], status: number): number[] =>
  answers.filter((answer) => answer.status === status).map(({ dueAt, answeredAt }) => answeredAt - dueAt);
