import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** From when it was first given. By then the crowd is over, or whoever had it has gone. */
const LIFE_MS = 15 * 60_000;

/** A place in the queue, which is where somebody came who was sent away until later. */
export interface QueuePlace {
  id: string;
  /** When it was first given, in ms: lower ones come first, whichever replica gave them. */
  number: number;
}
const placeSchema = z.tuple([z.string(), z.number()]);

/** Signs places, each for one account: it can't be passed on, nor serve for many sign-ins. */
export const createQueuePlaces = (key: KeyObject) => {
  const sign = (payload: string, account: string): Buffer =>
    createHmac('sha256', key).update(`${payload}\n${account}`).digest();
  let last = 0;
  return {
    /** Those who come in the same millisecond keep their order. */
    next: (): QueuePlace => {
      last = Math.max(Date.now(), last + 0.001);
      return { id: randomBytes(9).toString('base64url'), number: last };
    },
    write: ({ id, number }: QueuePlace, account: string): string => {
      const payload = Buffer.from(JSON.stringify([id, number])).toString('base64url');
      return `${payload}.${sign(payload, account).toString('base64url')}`;
    },
    /** @returns undefined for what is forged, too old, or another account's */
    read: (text: string, account: string): QueuePlace | undefined => {
      const [payload = '', signature = ''] = text.split('.');
      const [given, own] = [Buffer.from(signature, 'base64url'), sign(payload, account)];
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
      const [id, number] = placeSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      return Date.now() - number > LIFE_MS ? undefined : { id, number };
    },
  };
};
export type QueuePlaces = ReturnType<typeof createQueuePlaces>;
