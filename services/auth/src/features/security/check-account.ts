import type { AccountCheck } from '@qr-attendance/contracts';
import { type Caller, requireFreshProof, type Worker } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { devicesOf, passkeysOf, type Person, signedOutError } from '../../core/people/rules/person.ts';
import { type AccountChecks, type ChecksToRemove, removesSomething } from './account-checks.ts';

export interface AccountCheckDeps {
  people: People;
  accountChecks: AccountChecks;
  wakeRelay: () => void;
  mailRelay: Worker;
  clock: () => Date;
}

const accountCheckOf = ({ name, nameOpenUntil, passkeys, details }: Person, now: Date): AccountCheck => ({
  name,
  passkeys: passkeysOf({ passkeys }),
  mayCorrectName: nameOpenUntil !== null && nameOpenUntil > now,
  ...(details.userType === 'STUDENT'
    ? {
        devices: devicesOf(details.student),
        hasPin: details.student.pinVerifier !== null,
      }
    : { devices: [], hasPin: false }),
});

/** Lists what a previous user of the account may have set up before its owner chose a new password. */
export const getAccountCheck = async (
  { people, clock }: Pick<AccountCheckDeps, 'people' | 'clock'>,
  personId: string,
): Promise<AccountCheck> => {
  const person = await people.findById(personId);
  if (!person || person.erased) throw signedOutError();
  return accountCheckOf(person, clock());
};

export const dropFromAccount = async (
  context: AccountCheckDeps,
  caller: Caller,
  wanted: ChecksToRemove,
): Promise<AccountCheck> => {
  const personId = caller.id;
  if (removesSomething(wanted)) requireFreshProof(caller);
  await context.accountChecks.drop(personId, wanted, context.clock());
  context.wakeRelay();
  context.mailRelay.wake();
  return getAccountCheck(context, personId);
};
