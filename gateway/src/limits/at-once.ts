import { holdSlot } from '@qr-attendance/server';
import type { RequestHandler } from 'express';
import { clientOf } from '../clients/identify.ts';
import { refuseTooMany, type CountRefused } from './refuse.ts';

const WAIT_MS = 30_000;

/** Counts what is under way by a key. */
const makeUnderWay = (most: number) => {
  const counts = new Map<string, number>();
  return {
    /** @returns how to end it, or undefined when there are as many as may be */
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

/** Event streams last for hours, so they are limited by how many are open: those of one address here, an account's by their service. */
export const limitStreams = (mostPerAddress: number, onRefused: () => void): RequestHandler => {
  const open = makeUnderWay(mostPerAddress);
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

/** One account can't hold the slots of all: its pages send a handful of requests at once. */
export const limitAtOnce = (most: number, onRefused: CountRefused): RequestHandler => {
  const underWay = makeUnderWay(most);
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
