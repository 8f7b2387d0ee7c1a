/** Small enough for any time-out, large enough to catch up after a long absence. */
const BATCH = 1_000;

/**
 * Deletes what has served its time bit by bit. Each statement claims its rows (`FOR UPDATE SKIP LOCKED`), so replicas
 * that do this at once share the work; each row is deleted once, and nobody waits.
 * @param deleteSome deletes at most so many rows and answers how many
 */
export const deleteInBatches = async (deleteSome: (limit: number) => Promise<number>): Promise<void> => {
  while ((await deleteSome(BATCH)) === BATCH);
};
