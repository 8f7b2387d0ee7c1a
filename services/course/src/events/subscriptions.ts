import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { on, type Subscription } from '@qr-attendance/messaging';
import type { Context } from '../context.ts';

/** The name under which this service takes part in the bus. */
export const GROUP = 'course';

/** Everything this service listens to. */
export const makeSubscriptions = ({
  people,
  suspensions,
  deadLetters,
}: Pick<Context, 'people' | 'suspensions' | 'deadLetters'>): Subscription[] => [
  on(userChanged, async (user: UserChanged) => {
    await people.learn(user);
    await suspensions.refreshFor(user);
    if (user.erased) await deadLetters.removeAbout(user.id);
  }),
];
