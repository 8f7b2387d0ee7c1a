import type { BrowserError } from '@qr-attendance/contracts';

/** An error that nothing caught, as the browser tells of it. */
export interface Noted {
  kind: BrowserError['kind'];
  /** What was thrown; of a file that could not be fetched its address. */
  thrown: unknown;
}
type Take = (noted: Noted) => void;

/** What is kept until somebody takes it; the first ones tell most. */
const MOST = 5;
const waiting: Noted[] = [];
let take: Take | undefined;

/** Notes an error that something of ours caught at last, such as a boundary. */
export const noteError: Take = (noted) => {
  if (take) take(noted);
  else if (waiting.length < MOST) waiting.push(noted);
};

/** Begins to listen; small, as it is there from the first moment on. */
export const watchErrors = (): void => {
  // Files that can't be fetched are told while the event goes down, and only then.
  const options = { capture: true };
  window.addEventListener(
    'error',
    ({ target, error }: ErrorEvent | (Event & { error?: undefined })) => {
      if (target instanceof HTMLScriptElement) noteError({ kind: 'load', thrown: target.src });
      else if (target instanceof HTMLLinkElement) noteError({ kind: 'load', thrown: target.href });
      else if (error !== undefined) noteError({ kind: 'error', thrown: error });
    },
    options,
  );
  window.addEventListener('unhandledrejection', ({ reason }) =>
    noteError({ kind: 'promise', thrown: reason }),
  );
};

/** Hands over what was noted so far, and from now on each error as it comes. */
export const takeErrors = (taker: Take): void => {
  take = taker;
  waiting.splice(0).forEach(taker);
};
