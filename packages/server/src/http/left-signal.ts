import type { Response } from 'express';
import { whenClosed } from './when-closed.ts';

export const disconnectSignalOf = (response: Response): AbortSignal => {
  const left = new AbortController();
  if (response.closed) left.abort();
  else
    whenClosed(response, () => {
      if (!response.writableFinished) left.abort();
    });
  return left.signal;
};
