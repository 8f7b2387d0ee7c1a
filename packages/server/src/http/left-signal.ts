import type { Response } from 'express';
import { whenClosed } from './when-closed.ts';

/** Aborts when the client leaves before its answer is complete. */
export const leftSignalOf = (response: Response): AbortSignal => {
  const left = new AbortController();
  if (response.closed) left.abort();
  else
    whenClosed(response, () => {
      if (!response.writableFinished) left.abort();
    });
  return left.signal;
};
