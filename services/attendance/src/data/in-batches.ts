import DataLoader from 'dataloader';

/**
 * Gathers what is asked while an earlier batch is under way, and asks it in one batch then: alone nobody waits, and in a
 * rush a statement serves many. `run` answers each of a batch in its order, an error for one that failed.
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
    { cache: false, maxBatchSize: atMost, batchScheduleFn: (dispatch) => void underWay.then(dispatch) },
  );
  return (asked) => loader.load(asked);
};
