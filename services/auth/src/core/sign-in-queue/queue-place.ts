import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Maximum age of a place; by then the crowd has signed in, or the client has given up. */
const TTL_MS = 15 * 60_000;

export interface QueuePlace {
  id: string;
  /** When the place was first issued, in ms: lower numbers come first, regardless of the replica. */
  number: number;
}
const placeSchema = z.tuple([z.string(), z.number()]);

/** Each place is signed for one account, so that it can neither be passed on nor serve many sign-ins. */
export const createQueuePlaces = (key: KeyObject) => {
  const sign = (payload: string, account: string): Buffer =>
    createHmac('sha256', key).update(`${payload}\n${account}`).digest();
  let last = 0;
  return {
    next: (): QueuePlace => {
      last = Math.max(Date.now(), last + 0.001);
      return { id: randomBytes(9).toString('base64url'), number: last };
    },
    write: ({ id, number }: QueuePlace, account: string): string => {
      const payload = Buffer.from(JSON.stringify([id, number])).toString('base64url');
      return `${payload}.${sign(payload, account).toString('base64url')}`;
    },
    read: (text: string, account: string): QueuePlace | undefined => {
      const [payload = '', signature = ''] = text.split('.');
      const [given, own] = [Buffer.from(signature, 'base64url'), sign(payload, account)];
      if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
      const [id, number] = placeSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
      return Date.now() - number > TTL_MS ? undefined : { id, number };
    },
  };
};
