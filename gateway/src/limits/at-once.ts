import { holdSlot, whenClosed } from '@qr-attendance/server';
import type { RequestHandler } from 'express';
import { clientOf } from '../clients/identify.ts';
import { rejectTooMany, type CountRejection } from './refuse.ts';

const RETRY_STREAM_MS = 30_000;

const createInProgressCounter = (max: number) => {
  const counts = new Map<string, number>();
  return {
    begin: (key: string): (() => void) | undefined => {
      const count = counts.get(key) ?? 0;
      if (count >= max) return undefined;
      counts.set(key, count + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
};

/**
 * Streams stay open for hours, so their number is limited instead of their rate. Services limit the streams
 * of an account.
 */
export const limitStreams = (maxPerAddress: number, onRefused: () => void): RequestHandler => {
  const open = createInProgressCounter(maxPerAddress);
  return (request, response, next) => {
    const { kind, address } = clientOf(request);
    const end = kind === 'stream' ? open.begin(address) : undefined;
    if (kind === 'stream' && !end) {
      onRefused();
      rejectTooMany(
        response,
        RETRY_STREAM_MS,
        'too_many_streams_of_network',
        'Too many live pages are open on your network. Try again later.',
      );
      return;
    }
    if (end) whenClosed(response, end);
    next();
  };
};

const RETRY_SOON_MS = 1_000;

export const limitConcurrency = (max: number, onRefused: CountRejection): RequestHandler => {
  const inProgress = createInProgressCounter(max);
  return (request, response, next) => {
    const { person, kind } = clientOf(request);
    if (person === undefined || kind === 'stream') {
      next();
      return;
    }
    const end = inProgress.begin(person);
    if (!end) {
      onRefused(person);
      rejectTooMany(response, RETRY_SOON_MS);
      return;
    }
    holdSlot(response, end);
    next();
  };
};
