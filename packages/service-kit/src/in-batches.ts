import DataLoader from 'dataloader';
import { isUnavailable } from './db/is-unavailable.ts';

/**
 * Gathers what is asked while an earlier batch is under way, and asks it in one batch then: alone nobody waits, and in a
 * rush a statement serves many.
 * @param run answers each of a batch in its order, an error for one that failed; a failure of its own is one of all
 * @param atMost how many a batch has at most
 */
export const inBatches = <Asked, Answer>(
  run: (batch: readonly Asked[]) => Promise<(Answer | Error)[]>,
  atMost: number,
): ((asked: Asked) => Promise<Answer>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Asked, Answer>(
    (batch) => {
      const answers = run(batch);
      underWay = answers.catch(() => undefined);
      return answers;
    },
    {
      cache: false,
      maxBatchSize: atMost,
      // Whatever else came in this turn of the event loop comes along.
      batchScheduleFn: (dispatch) => void underWay.then(() => setImmediate(dispatch)),
    },
  );
  return (asked) => loader.load(asked);
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * A batch that fails as a whole is taken apart, so that one that can't be done fails alone. Where the database is away there
 * is no use in that.
 */
export const eachAloneAfterFailure =
  <Asked, Answer>(run: (batch: readonly Asked[]) => Promise<Answer[]>) =>
  async (batch: readonly Asked[]): Promise<(Answer | Error)[]> => {
    try {
      return await run(batch);
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) throw error;
      const alone = batch.map(async (asked) => (await run([asked]))[0] as Answer);
      return Promise.all(alone.map((answer) => answer.catch(asError)));
    }
  };
