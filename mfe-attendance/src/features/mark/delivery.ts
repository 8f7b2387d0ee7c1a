import type { Trouble } from './retry-policy.ts';

/** What is known of a mark on its way to the server. */
export interface Delivery {
  /** Why it has not been answered yet; undefined as long as nothing went wrong. */
  trouble: Trouble | undefined;
  /** Something was sent to which no answer came, so that nobody here can say whether it counts. */
  mayHaveArrived: boolean;
  /** A reload does not lose it. */
  kept: boolean;
}
export const newDelivery: Delivery = { trouble: undefined, mayHaveArrived: false, kept: false };

export type DeliveryEvent =
  | { type: 'kept'; kept: boolean }
  /** Until the next try, in ms since the epoch. */
  | { type: 'waiting'; until: number; because: Trouble };

export const nextDelivery = (delivery: Delivery, event: DeliveryEvent): Delivery =>
  event.type === 'kept'
    ? { ...delivery, kept: event.kept }
    : {
        ...delivery,
        trouble: event.because,
        mayHaveArrived: delivery.mayHaveArrived || event.because !== 'offline',
      };
