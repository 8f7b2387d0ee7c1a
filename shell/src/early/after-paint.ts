/** Nothing is drawn in a tab that nobody sees. */
const LONGEST_MS = 300;

/** Does something once, when what is in the page by now has been drawn. */
export const afterPaint = (work: () => void): void => {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST_MS);
};
