import type { Passkey, PasskeyCreationOptions, PasskeyRegistration } from '@qr-attendance/contracts';
import type { Caller, Worker } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { isBlocked, passkeysOf, signedOutError } from '../../core/people/rules/person.ts';
import type { Passkeys } from '../../core/security/passkeys.ts';
import { judgeNewPasskey, type PasskeyUseDeps, requestNewPasskey } from '../../core/security/use-passkeys.ts';

export interface PasskeyDeps extends PasskeyUseDeps {
  people: Pick<People, 'findById'>;
  passkeys: Passkeys;
  wakeRelay: () => void;
  mailRelay: Worker;
}

export const startPasskeyRegistration = async (
  context: PasskeyDeps,
  caller: Caller,
  pageOrigin: string | undefined,
): Promise<PasskeyCreationOptions> => {
  const person = await context.people.findById(caller.id);
  if (!person || isBlocked(person)) throw signedOutError();
  return requestNewPasskey(context, person, pageOrigin);
};

export const addPasskey = async (
  context: PasskeyDeps,
  caller: Caller,
  registration: { name: string; credential: PasskeyRegistration },
): Promise<Passkey[]> => {
  const passkey = await judgeNewPasskey(context, caller.id, registration);
  const passkeys = await context.passkeys.add(caller.id, passkey);
  context.wakeRelay();
  context.mailRelay.wake();
  return passkeysOf({ passkeys });
};

export const removePasskey = async (
  context: PasskeyDeps,
  caller: Caller,
  passkeyId: string,
): Promise<Passkey[]> => {
  const passkeys = await context.passkeys.remove(caller.id, passkeyId);
  context.wakeRelay();
  context.mailRelay.wake();
  return passkeysOf({ passkeys });
};
