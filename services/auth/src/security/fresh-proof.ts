import type { Caller } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import { confirmPassword } from '../passwords/change-password.ts';
import { signedOut } from '../people/rules/person.ts';
import { isFreshProof } from './rules/fresh-proof.ts';

type Proving = Pick<Context, 'refreshTokens' | 'freshProofMinutes' | 'clock'>;
type Prover = Pick<Caller, 'id' | 'generation'>;

/** Whether the caller's own sign-in has seen the password lately: another one of the same person does not count. */
export const hasFreshProof = async (
  { refreshTokens, freshProofMinutes, clock }: Proving,
  { id, generation }: Prover,
): Promise<boolean> => {
  if (generation === undefined) return false;
  return isFreshProof(await refreshTokens.provedAt(generation, id), clock(), freshProofMinutes);
};

/** Has who is signed in show the password. @returns until when that is fresh */
export const proveAgain = (
  context: Proving & Parameters<typeof confirmPassword>[0],
  { id, generation }: Prover,
  password: string,
  visit: Visit,
): Promise<Date> =>
  confirmPassword(context, id, password, visit, async () => {
    const { refreshTokens, freshProofMinutes, clock } = context;
    const now = clock();
    if (generation === undefined || !(await refreshTokens.prove(generation, id, now))) throw signedOut();
    return new Date(now.getTime() + freshProofMinutes * 60_000);
  });
