/** The batch size is small enough for any timeout, and large enough to catch up after a long outage. */
const BATCH = 1_000;

/**
 * Deletes expired rows in batches. Each statement claims its rows (`FOR UPDATE SKIP LOCKED`), so concurrent
 * replicas share the work without waiting.
 * @param deleteSome deletes at most `limit` rows and returns how many
 */
export const deleteInBatches = async (deleteSome: (limit: number) => Promise<number>): Promise<void> => {
  while ((await deleteSome(BATCH)) === BATCH);
};
