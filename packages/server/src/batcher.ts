import { setTimeout as sleep } from 'node:timers/promises';
import DataLoader from 'dataloader';
import { isUnavailable } from './db/is-unavailable.ts';

type Run<Asked, Answer> = (batch: readonly Asked[]) => Promise<(Answer | Error)[]>;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Retries the items of a failed batch one by one, so that only the faulty item fails. Does not retry while the
 * database is unavailable.
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
 * Collects items during a running batch and processes them in the next one: a single item never waits, and
 * under load one statement serves many items. An item that makes its batch fail does not affect the others.
 * @param run must be repeatable with the same items
 * @param atMost maximum batch size
 * @param minIntervalMs minimum interval between batches, for frequent items that are not urgent; the first
 * item after a longer pause is processed at once
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
      // Waits for the end of the event loop's turn, so that the batch includes all items of the turn.
      batchScheduleFn: (dispatch) => void mayBegin().then(() => setImmediate(dispatch)),
    },
  );
  return (asked) => loader.load(asked);
};
