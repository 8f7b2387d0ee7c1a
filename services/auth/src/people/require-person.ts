import { DomainError } from '@qr-attendance/server';
import type { UserType } from '@qr-attendance/contracts';
import type { People } from './people.ts';
import { isBlocked } from './rules/person.ts';

/**
 * An access token says who somebody was when it was made. This makes sure that they are still there and still that, for
 * calls whose effect does not depend on it by itself.
 * @throws DomainError (unauthenticated) when they are not
 */
export const makeRequirePerson =
  ({ people }: { people: Pick<People, 'findById'> }) =>
  async ({ id, userType }: { id: string; userType: UserType }): Promise<void> => {
    const person = await people.findById(id);
    if (!person || isBlocked(person) || person.details.userType !== userType)
      throw new DomainError('unauthenticated', 'signed_out', 'Please sign in again.');
  };
export type RequirePerson = ReturnType<typeof makeRequirePerson>;
