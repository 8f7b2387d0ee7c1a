import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { type DeadLetterStore, on, type PeopleProjection, type Subscription } from '@qr-attendance/messaging';
import type { Suspensions } from '@qr-attendance/server';

/** The name under which this service takes part in the bus. */
export const GROUP = 'course';

interface Deps {
  people: PeopleProjection;
  suspensions: Suspensions;
  deadLetters: DeadLetterStore;
}

/** Everything this service listens to. */
export const makeSubscriptions = ({ people, suspensions, deadLetters }: Deps): Subscription[] => [
  on(userChanged, async (user: UserChanged) => {
    await people.learn(user);
    await suspensions.refreshFor(user);
    if (user.erased) await deadLetters.removeAbout(user.id);
  }),
];
