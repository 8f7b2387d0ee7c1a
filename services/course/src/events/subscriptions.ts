import { userChanged } from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/service-kit';
import type { People } from '../data/people.ts';

/** The name under which this service takes part in the bus. */
export const GROUP = 'course';

/** Everything this service listens to. */
export const makeSubscriptions = ({ people }: { people: People }): Subscription[] => [
  on(userChanged, people.learn),
];
