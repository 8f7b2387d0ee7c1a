import type { BrowserError } from '@qr-attendance/contracts';

export interface CaughtError {
  kind: BrowserError['kind'];
  thrown: unknown;
}
type ErrorHandler = (caught: CaughtError) => void;

/** Maximum number of stored errors; the first ones are the most useful. */
const MAX_PENDING = 5;
const waiting: CaughtError[] = [];
let take: ErrorHandler | undefined;
let notifyFirst: (() => void) | undefined;

export const recordError: ErrorHandler = (caught) => {
  if (take) return take(caught);
  if (waiting.length < MAX_PENDING) waiting.push(caught);
  notifyFirst?.();
  notifyFirst = undefined;
};

export const onFirstError = (listener: () => void): void => {
  if (waiting.length > 0) listener();
  else notifyFirst = listener;
};

/** Part of the first script, so it must be small. */
export const watchErrors = (): void => {
  // Failed files raise events only in the capture phase.
  const options = { capture: true };
  window.addEventListener(
    'error',
    ({ target, error }: ErrorEvent | (Event & { error?: undefined })) => {
      if (target instanceof HTMLScriptElement) recordError({ kind: 'load', thrown: target.src });
      else if (target instanceof HTMLLinkElement) recordError({ kind: 'load', thrown: target.href });
      else if (error !== undefined) recordError({ kind: 'error', thrown: error });
    },
    options,
  );
  window.addEventListener('unhandledrejection', ({ reason }) =>
    recordError({ kind: 'promise', thrown: reason }),
  );
};

export const subscribeToErrors = (taker: ErrorHandler): void => {
  take = taker;
  waiting.splice(0).forEach(taker);
};
