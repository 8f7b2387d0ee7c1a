import type { Caller } from '@qr-attendance/server';
import type { Context } from '../context.ts';
import type { Visit } from '../guess-limits/rules/place.ts';
import { confirmPassword } from '../passwords/change-password.ts';
import { signedOut } from '../people/rules/person.ts';
import { freshProofRequired, isFreshProof } from './rules/fresh-proof.ts';

type Proving = Pick<Context, 'refreshTokens' | 'freshProofMinutes' | 'clock'>;
type Prover = Pick<Caller, 'id' | 'generation'>;

export const hasFreshProof = async (
  { refreshTokens, freshProofMinutes, clock }: Proving,
  { id, generation }: Prover,
): Promise<boolean> => {
  if (generation === undefined) return false;
  return isFreshProof(await refreshTokens.provedAt(generation, id), clock(), freshProofMinutes);
};

export const requireFreshProof = async (context: Proving, prover: Prover): Promise<void> => {
  if (!(await hasFreshProof(context, prover))) throw freshProofRequired();
};

export const recordProof = async (
  { refreshTokens, freshProofMinutes, clock }: Proving,
  { id, generation }: Prover,
): Promise<Date> => {
  const now = clock();
  if (generation === undefined || !(await refreshTokens.prove(generation, id, now))) throw signedOut();
  return new Date(now.getTime() + freshProofMinutes * 60_000);
};

export const proveAgain = (
  context: Proving & Parameters<typeof confirmPassword>[0],
  prover: Prover,
  password: string,
  visit: Visit,
): Promise<Date> => confirmPassword(context, prover.id, password, visit, () => recordProof(context, prover));
