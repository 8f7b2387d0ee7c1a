import type { OutboxRelay } from '@qr-attendance/messaging';
import { DomainError, type Suspensions } from '@qr-attendance/server';
import type { Erasure } from './erasure.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import type { ConfirmPassword } from '../guess-limits/confirm-password.ts';

interface Deps {
  confirmPassword: ConfirmPassword;
  erasure: Erasure;
  relay: OutboxRelay;
  suspensions: Suspensions;
}

/** An administrator is erased by another one, so that one is left. */
export const makeEraseMe =
  ({ confirmPassword, erasure, relay, suspensions }: Deps) =>
  async (personId: string, password: string, visit: Visit): Promise<void> => {
    const person = await confirmPassword(personId, password, visit, async (found) => found.person);
    if (person.details.userType === 'ADMIN')
      throw new DomainError(
        'forbidden',
        'not_yourself',
        'You cannot do this to your own account. Please ask another administrator.',
      );
    await erasure.eraseSelf(personId);
    relay.wake();
    await suspensions.refresh();
  };
