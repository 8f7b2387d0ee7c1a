import type { Suspensions } from '@qr-attendance/server';
import { type ConfirmPasswordDeps, confirmPassword } from '../../core/password-checks/confirm-password.ts';
import type { Erasure } from '../../core/erasure/erasure.ts';
import { notYourselfError } from '../../core/people/rules/person.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';

export interface ErasureDeps extends ConfirmPasswordDeps {
  erasure: Erasure;
  suspensions: Suspensions;
  wakeRelay: () => void;
}

/** Only another administrator can erase an administrator, so at least one always remains. */
export const eraseMe = async (
  context: ErasureDeps,
  personId: string,
  password: string,
  visit: Visit,
): Promise<void> => {
  const { erasure, wakeRelay, suspensions } = context;
  const { person } = await confirmPassword(context, personId, password, visit);
  if (person.details.userType === 'ADMIN') throw notYourselfError();
  await erasure.eraseSelf(personId);
  wakeRelay();
  await suspensions.refresh();
};
