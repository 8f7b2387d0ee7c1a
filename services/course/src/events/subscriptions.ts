import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { on, type PeopleProjection, type Subscription, type Suspensions } from '@qr-attendance/service-kit';

/** The name under which this service takes part in the bus. */
export const GROUP = 'course';

interface Deps {
  people: PeopleProjection;
  suspensions: Suspensions;
}

/** Everything this service listens to. */
export const makeSubscriptions = ({ people, suspensions }: Deps): Subscription[] => [
  on(userChanged, async (user: UserChanged) => {
    await people.learn(user);
    await suspensions.refreshFor(user);
  }),
];
