import type { SecondFactorActivation } from '@qr-attendance/contracts';
import type { Worker } from '@qr-attendance/server';
import type { Person } from '../../core/people/rules/person.ts';
import type { SecondFactors, SetupHolder } from '../../core/second-factor/second-factors.ts';
import {
  judgeNewPasskey,
  judgePasskey,
  passkeyInvalidError,
  type PasskeyUseDeps,
} from '../../core/security/use-passkeys.ts';

export interface ActivationDeps extends PasskeyUseDeps {
  secondFactors: Pick<SecondFactors, 'activate' | 'activateByPasskey'>;
  wakeRelay: () => void;
  mailRelay: Worker;
}

interface Activator {
  person: Person;
  holder: SetupHolder;
}

const activate = async (
  context: ActivationDeps,
  { person, holder }: Activator,
  activation: SecondFactorActivation,
): Promise<string[]> => {
  const { secondFactors, clock } = context;
  if ('code' in activation) return secondFactors.activate(holder, activation.code, clock());
  if ('newPasskey' in activation) {
    const { name, newPasskey: credential } = activation;
    const passkey = await judgeNewPasskey(context, person.id, { name, credential });
    return secondFactors.activateByPasskey(holder, clock(), passkey);
  }
  if (!(await judgePasskey(context, person, activation.passkey))) throw passkeyInvalidError();
  return secondFactors.activateByPasskey(holder, clock());
};

/** @returns the recovery codes that were created */
export const activateFactor = async (
  context: ActivationDeps,
  activator: Activator,
  activation: SecondFactorActivation,
): Promise<string[]> => {
  const codes = await activate(context, activator, activation);
  context.wakeRelay();
  context.mailRelay.wake();
  return codes;
};
