import { notYourself } from '../admin/manage-people.ts';
import type { Context } from '../../context.ts';
import type { Visit } from '../../core/places/rules/place.ts';
import { confirmPassword } from '../passwords/change-password.ts';

type ErasingMe = Pick<Context, 'people' | 'guard' | 'signInQueue' | 'erasure' | 'wakeRelay' | 'suspensions'>;

/** Only another administrator can erase an administrator, so that at least one is left. */
export const eraseMe = async (
  context: ErasingMe,
  personId: string,
  password: string,
  visit: Visit,
): Promise<void> => {
  const { erasure, wakeRelay, suspensions } = context;
  const person = await confirmPassword(context, personId, password, visit, async (found) => found.person);
  if (person.details.userType === 'ADMIN') throw notYourself();
  await erasure.eraseSelf(personId);
  wakeRelay();
  await suspensions.refresh();
};
