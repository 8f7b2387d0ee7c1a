import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { isUnavailable } from './db/is-unavailable.ts';

/** Answers each of a batch in its order, an error for one that failed; a failure of its own is one of all. */
type Run<Asked, Answer> = (batch: readonly Asked[]) => Promise<(Answer | Error)[]>;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * A batch that fails as a whole is taken apart, so that one that can't be done fails alone. Where the database is away there
 * is no use in that.
 */
const eachAloneAfterFailure =
  <Asked, Answer>(run: Run<Asked, Answer>): Run<Asked, Answer> =>
  async (batch) => {
    try {
      return await run(batch);
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) throw error;
      const alone = batch.map(async (asked) => (await run([asked]))[0] as Answer | Error);
      return Promise.all(alone.map((answer) => answer.catch(asError)));
    }
  };

/**
 * Gathers what is asked while an earlier batch is under way, and asks it in one batch then: alone nobody waits, and in a
 * rush a statement serves many. One that makes a batch fail keeps no other back.
 * @param run must bear to be asked the same again
 * @param atMost how many a batch has at most
 * @param minIntervalMs how long after a batch the next one begins at the earliest, for what comes one by one but often, and
 *   is in no hurry; one that comes after a longer pause waits for nobody
 */
export const createBatcher = <Asked, Answer>(
  run: Run<Asked, Answer>,
  atMost: number,
  minIntervalMs = 0,
): ((asked: Asked) => Promise<Answer>) => {
  const runEach = eachAloneAfterFailure(run);
  let underWay: Promise<unknown> = Promise.resolve();
  let begunAt = -Infinity;
  const mayBegin = async (): Promise<void> => {
    await underWay;
    const early = begunAt + minIntervalMs - performance.now();
    if (early > 0) await sleep(early);
  };
  const loader = new DataLoader<Asked, Answer>(
    (batch) => {
      begunAt = performance.now();
      const answers = runEach(batch);
      underWay = answers.catch(() => undefined);
      return answers;
    },
    {
      cache: false,
      maxBatchSize: atMost,
      // Whatever else came in this turn of the event loop comes along.
      batchScheduleFn: (dispatch) => void mayBegin().then(() => setImmediate(dispatch)),
    },
  );
  return (asked) => loader.load(asked);
};
