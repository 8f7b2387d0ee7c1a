/**
 * Handles items side by side, those of one lane after each other in their order.
 * @throws the first failure, once what was under way has ended; nothing new begins after it
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
