/**
 * Handles items concurrently, and items with the same key in order.
 * @throws the first failure, after running items have ended; no further items start
 */
export const processByKey = async <Item>(
  items: Item[],
  laneOf: (item: Item) => string,
  handle: (item: Item) => Promise<void>,
): Promise<void> => {
  let failure: { error: unknown } | undefined;
  const work = async (lane: Item[]): Promise<void> => {
    for (const item of lane) {
      if (failure) return;
      await handle(item).catch((error: unknown) => {
        failure ??= { error };
      });
    }
  };
  await Promise.all([...Map.groupBy(items, laneOf).values()].map(work));
  if (failure) throw failure.error;
};
