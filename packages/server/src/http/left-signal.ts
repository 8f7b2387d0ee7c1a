import type { Response } from 'express';

/** Aborts when the client leaves before its answer is complete. */
export const leftSignalOf = (response: Response): AbortSignal => {
  const left = new AbortController();
  if (response.closed) left.abort();
  else
    response.once('close', () => {
      if (!response.writableFinished) left.abort();
    });
  return left.signal;
};
