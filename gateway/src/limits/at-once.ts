import { holdSlot } from '@qr-attendance/server';
import type { RequestHandler } from 'express';
import { clientOf } from '../clients/identify.ts';
import { refuseTooMany, type CountRefused } from './refuse.ts';

const WAIT_MS = 30_000;

/** Counts requests in progress by key. */
const createUnderWay = (most: number) => {
  const counts = new Map<string, number>();
  return {
    /** @returns a function that ends the request, or undefined if the limit is reached */
    begin: (key: string): (() => void) | undefined => {
      const count = counts.get(key) ?? 0;
      if (count >= most) return undefined;
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
 * Limits the open event streams of an address; the services limit those of an account. Streams last for hours, so
 * they are limited by number, not by rate.
 */
export const limitStreams = (mostPerAddress: number, onRefused: () => void): RequestHandler => {
  const open = createUnderWay(mostPerAddress);
  return (request, response, next) => {
    const { kind, address } = clientOf(request);
    const end = kind === 'stream' ? open.begin(address) : undefined;
    if (kind === 'stream' && !end) {
      onRefused();
      refuseTooMany(
        response,
        WAIT_MS,
        'too_many_streams',
        'Too many live pages are open on your network. Try again later.',
      );
      return;
    }
    if (end) response.once('close', end);
    next();
  };
};

const SOON_MS = 1_000;

/** Keeps one account from holding all slots; its pages send only a few requests at once. */
export const limitAtOnce = (most: number, onRefused: CountRefused): RequestHandler => {
  const underWay = createUnderWay(most);
  return (request, response, next) => {
    const { person, kind } = clientOf(request);
    if (person === undefined || kind === 'stream') {
      next();
      return;
    }
    const end = underWay.begin(person);
    if (!end) {
      onRefused(person);
      refuseTooMany(response, SOON_MS);
      return;
    }
    holdSlot(response, end);
    next();
  };
};
