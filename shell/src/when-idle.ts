/** Does work once the page is loaded and has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  const wait = (): void => {
    // Safari has none.
    if ('requestIdleCallback' in window) requestIdleCallback(work);
    else setTimeout(work, 1_000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};
