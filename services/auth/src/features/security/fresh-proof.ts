import type { Caller } from '@qr-attendance/server';
import { type ConfirmPasswordDeps, confirmPassword } from '../../core/password-checks/confirm-password.ts';
import type { Visit } from '../../core/sign-in-limits/rules/place.ts';
import type { Tokens } from '../../core/tokens/tokens.ts';

type Proof = Awaited<ReturnType<Tokens['prove']>>;

export interface ProofDeps extends ConfirmPasswordDeps {
  tokens: Tokens;
  clock: () => Date;
}

export const proveAgain = async (
  context: ProofDeps,
  caller: Caller,
  password: string,
  visit: Visit,
): Promise<Proof> => {
  await confirmPassword(context, caller.id, password, visit);
  return context.tokens.prove(caller, context.clock());
};
