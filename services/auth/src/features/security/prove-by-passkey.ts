import type { PasskeyAssertion, PasskeyRequestOptions } from '@qr-attendance/contracts';
import type { Caller } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { isBlocked, type Person, signedOutError } from '../../core/people/rules/person.ts';
import {
  judgePasskey,
  passkeyInvalidError,
  passkeysPastCoolDown,
  type PasskeyUseDeps,
  requestPasskey,
} from '../../core/security/use-passkeys.ts';
import type { Tokens } from '../../core/tokens/tokens.ts';

export interface PasskeyProofDeps extends PasskeyUseDeps {
  people: Pick<People, 'findById'>;
  tokens: Tokens;
}

const withUsablePasskeys = async (
  { people, clock }: Pick<PasskeyProofDeps, 'people' | 'clock'>,
  userId: string,
): Promise<Pick<Person, 'id' | 'passkeys'>> => {
  const person = await people.findById(userId);
  if (!person || isBlocked(person)) throw signedOutError();
  return { id: userId, passkeys: passkeysPastCoolDown(person, clock()) };
};

export const startPasskeyProof = async (
  context: PasskeyProofDeps,
  userId: string,
  pageOrigin: string | undefined,
): Promise<PasskeyRequestOptions> =>
  requestPasskey(context, await withUsablePasskeys(context, userId), pageOrigin);

export const proveByPasskey = async (
  context: PasskeyProofDeps,
  caller: Caller,
  assertion: PasskeyAssertion,
): ReturnType<Tokens['prove']> => {
  if (!(await judgePasskey(context, await withUsablePasskeys(context, caller.id), assertion)))
    throw passkeyInvalidError();
  return context.tokens.prove(caller, context.clock());
};
