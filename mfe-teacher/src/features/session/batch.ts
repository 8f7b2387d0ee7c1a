/** Collects items and hands them on together, at most once in `everyMs`. Items held when stopped are dropped. */
export const batch = <Item>(everyMs: number, handOn: (items: Item[]) => void) => {
  let held: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const items = held;
    held = [];
    handOn(items);
  };
  return {
    add: (item: Item) => {
      held.push(item);
      timer ??= setTimeout(flush, everyMs);
    },
    stop: () => clearTimeout(timer),
  };
};
