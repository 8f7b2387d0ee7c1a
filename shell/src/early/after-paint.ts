/** Hidden tabs run no animation frames. */
const MAX_WAIT_MS = 300;

export const afterPaint = (work: () => void): void => {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, MAX_WAIT_MS);
};
