import {
  DEAD_LETTER_PAGE,
  type DeadLetter,
  type DeadLetterRoutes,
  type RedriveResult,
} from '@qr-attendance/contracts';
import { eventSchema, type Event } from '@qr-attendance/contracts/events';
import type { Subscription } from '../bus/event-bus.ts';
import { implement, type Implementation, isTimeout, isUnavailable } from '@qr-attendance/server';
import type { DeadLetterStore } from './dead-letter-store.ts';

interface Deps {
  deadLetters: DeadLetterStore;
  subscriptions: Subscription[];
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const createRedrive = ({ deadLetters, subscriptions }: Deps) => {
  const handleEvent = async (whole: Event): Promise<void> => {
    const handler = subscriptions.find(({ topic }) => topic.name === whole.topic);
    if (!handler) throw new Error(`no handler of ${whole.topic}`);
    await handler.handle(whole);
  };
  const handle = ({ event, raw = '' }: DeadLetter): Promise<void> =>
    handleEvent(event ?? eventSchema.parse(JSON.parse(raw)));
  const redriveOne = async (letter: DeadLetter): Promise<boolean> => {
    try {
      await handle(letter);
    } catch (error) {
      // The letter is not at fault if the database is unavailable, so the operator gets that error.
      if (isUnavailable(error) && !isTimeout(error)) throw error;
      await deadLetters.add({ ...letter, reason: reasonOf(error), attempts: letter.attempts + 1 });
      return false;
    }
    await deadLetters.remove([letter.id]);
    return true;
  };
  return async (letters: DeadLetter[]): Promise<RedriveResult> => {
    const outcomes = await Promise.all(letters.map(redriveOne));
    const redriven = outcomes.filter(Boolean).length;
    return { redriven, failed: letters.length - redriven };
  };
};

export const implementDeadLetters = (routes: DeadLetterRoutes, deps: Deps): Implementation[] => {
  const { deadLetters } = deps;
  const redrive = createRedrive(deps);
  const limit = DEAD_LETTER_PAGE;
  return [
    implement(routes.list, ({ query }) => deadLetters.list({ limit, after: query.after })),
    implement(routes.redrive, async ({ body: { ids, after } }) => {
      if (ids) return redrive(await deadLetters.find(ids));
      const { letters, next } = await deadLetters.list({ limit, after });
      return { ...(await redrive(letters)), ...(next === undefined ? {} : { next }) };
    }),
    implement(routes.discard, async ({ body }) => ({ discarded: await deadLetters.remove(body.ids) })),
  ];
};
