import type { AccountCheck } from '@qr-attendance/contracts';
import { type Caller, requireFreshProof } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { devicesOf, passkeysOf, type Person, signedOut } from '../../core/people/rules/person.ts';
import { type Drop, removesSomething } from './account-checks.ts';

const accountCheckOf = ({ name, nameOpenUntil, details }: Person, now: Date): AccountCheck => ({
  name,
  mayCorrectName: nameOpenUntil !== null && nameOpenUntil > now,
  ...(details.userType === 'STUDENT'
    ? {
        devices: devicesOf(details.student),
        passkeys: passkeysOf(details.student),
        hasPin: details.student.pinVerifier !== null,
      }
    : { devices: [], passkeys: [], hasPin: false }),
});

/** Lists what a previous user of the account may have set up before its owner chose a new password. */
export const getAccountCheck = async (
  { people, clock }: Pick<Context, 'people' | 'clock'>,
  personId: string,
): Promise<AccountCheck> => {
  const person = await people.findById(personId);
  if (!person || person.erased) throw signedOut();
  return accountCheckOf(person, clock());
};

export const dropFromAccount = async (
  context: Pick<Context, 'people' | 'accountChecks' | 'wakeRelay' | 'mailRelay' | 'clock'>,
  caller: Caller,
  wanted: Drop,
): Promise<AccountCheck> => {
  const personId = caller.id;
  if (removesSomething(wanted)) requireFreshProof(caller);
  await context.accountChecks.drop(personId, wanted, context.clock());
  context.wakeRelay();
  context.mailRelay.wake();
  return getAccountCheck(context, personId);
};
