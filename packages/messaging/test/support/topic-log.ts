import type { Event } from '@qr-attendance/contracts/events';
import type { EventBus } from '../../src/bus/event-bus.ts';

type Step = (event: Event) => Promise<void>;
const nothing: Step = () => Promise.resolve();

export const createTopicLog = () => {
  const events: Event[] = [];
  const unused = () => Promise.reject(new Error('this bus only publishes'));
  const versionsOf = (key: string) =>
    events.filter((event) => event.key === key).map(({ version }) => version);
  return {
    events,
    versionsOf,
    bus: ({ before = nothing, after = nothing } = {}): EventBus => ({
      publish: async (event) => {
        await before(event);
        events.push(event);
        await after(event);
      },
      declare: unused,
      subscribe: unused,
      backlog: unused,
      lag: unused,
      close: () => Promise.resolve(),
    }),
  };
};

/** Delays matching events until it is released; `arrived` resolves at the first matching event. */
export const createHold = (concerns: (event: Event) => boolean) => {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    step: async (event: Event) => {
      if (!concerns(event)) return;
      arrived.resolve();
      await released.promise;
    },
    arrived: arrived.promise,
    release: released.resolve,
  };
};
