/**
 * Handles items side by side, those of one lane after each other in their order.
 * @param width lanes at once
 * @throws the first failure, once what was under way has ended; nothing new begins after it
 */
export const runLanes = async <Item>(
  items: Item[],
  laneOf: (item: Item) => string,
  width: number,
  handle: (item: Item) => Promise<void>,
): Promise<void> => {
  const waiting = [...Map.groupBy(items, laneOf).values()];
  let failure: { error: unknown } | undefined;
  const work = async (): Promise<void> => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift())
      for (const item of lane) {
        if (failure) return;
        await handle(item).catch((error: unknown) => {
          failure ??= { error };
        });
      }
  };
  await Promise.all(Array.from({ length: width }, work));
  if (failure) throw failure.error;
};
