import type { Caller } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import type { Visit } from '../../core/places/rules/place.ts';
import { confirmPassword } from '../passwords/change-password.ts';

type Proof = Awaited<ReturnType<Context['tokens']['prove']>>;

export const proveAgain = (
  context: Pick<Context, 'tokens' | 'clock'> & Parameters<typeof confirmPassword>[0],
  caller: Caller,
  password: string,
  visit: Visit,
): Promise<Proof> =>
  confirmPassword(context, caller.id, password, visit, () => context.tokens.prove(caller, context.clock()));
