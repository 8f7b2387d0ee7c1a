import { z } from 'zod';
import { newSecret } from '@qr-attendance/server';
import { createKeyPair, type KeyPair, type Secrets } from './secrets.ts';
import { StartError } from './start-error.ts';

const KEY_PAIRS = ['accessToken', 'ticket', 'receipt'] as const;
type KeyPairName = (typeof KEY_PAIRS)[number];

/** The secrets that can be rotated without invalidating what was created with the previous secret. */
export const rotatedSecrets = [
  ...KEY_PAIRS,
  'internalToken',
  'pinPepper',
  'clientCookieSecret',
  'ticketSecret',
] as const;
export type RotatedSecret = (typeof rotatedSecrets)[number];

/**
 * `accept`: all processes accept the next secret, too. `use`: the next secret replaces the current secret, which is
 * still accepted. `retire`: the previous secret is rejected. All processes with the secret restart between two steps.
 */
export const rotationSteps = ['accept', 'use', 'retire'] as const;
export type RotationStep = (typeof rotationSteps)[number];

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });
const keysOf = ({ publicKeys }: KeyPair) => keySetSchema.parse(JSON.parse(publicKeys)).keys;
const kidOf = ({ privateKey }: KeyPair) => z.object({ kid: z.string() }).parse(JSON.parse(privateKey)).kid;

const acceptKey = (present: KeyPair, next: KeyPair): KeyPair => ({
  ...present,
  publicKeys: JSON.stringify({ keys: [...keysOf(present), ...keysOf(next)] }),
});
const retireKeys = (present: KeyPair): KeyPair => ({
  ...present,
  publicKeys: JSON.stringify({ keys: keysOf(present).filter(({ kid }) => kid === kidOf(present)) }),
});

const rotateKeyPair = (secrets: Secrets, name: KeyPairName, step: RotationStep): Secrets => {
  if (step === 'accept') {
    const next = createKeyPair();
    return { ...secrets, [name]: acceptKey(secrets[name], next), next: { ...secrets.next, [name]: next } };
  }
  if (step === 'retire') return { ...secrets, [name]: retireKeys(secrets[name]) };
  const { [name]: next, ...waiting } = secrets.next ?? {};
  const privateKey = next?.privateKey ?? '';
  return { ...secrets, [name]: { ...secrets[name], privateKey }, next: waiting };
};

const ACCEPTED = {
  internalToken: 'internalTokensAccepted',
  clientCookieSecret: 'clientCookieSecretsAccepted',
  ticketSecret: 'ticketSecretsAccepted',
} as const;

const rotateText = (secrets: Secrets, name: keyof typeof ACCEPTED, step: RotationStep): Secrets => {
  const accepted = ACCEPTED[name];
  if (step === 'retire') return { ...secrets, [accepted]: [] };
  if (step === 'accept') {
    const next = newSecret();
    return { ...secrets, [accepted]: [next], next: { ...secrets.next, [name]: next } };
  }
  const { [name]: next = '', ...waiting } = secrets.next ?? {};
  const earlier = secrets[name];
  return { ...secrets, [name]: next, [accepted]: earlier === undefined ? [] : [earlier], next: waiting };
};

const rotatePepper = (secrets: Secrets, step: RotationStep): Secrets => {
  const { pinPepper, pinPepperVersion: version = 1, pinPeppersOther: others = {} } = secrets;
  if (step === 'retire') return { ...secrets, pinPeppersOther: {} };
  if (step === 'accept') {
    const next = newSecret();
    const pinPeppersOther = { ...others, [version + 1]: next };
    return { ...secrets, pinPeppersOther, next: { ...secrets.next, pinPepper: next } };
  }
  const { pinPepper: next = '', ...waiting } = secrets.next ?? {};
  const { [version + 1]: _used, ...earlier } = others;
  return {
    ...secrets,
    pinPepper: next,
    pinPepperVersion: version + 1,
    pinPeppersOther: { ...earlier, [version]: pinPepper },
    next: waiting,
  };
};

/**
 * docs/operations/secrets.md describes the actions between two steps.
 * @throws StartError for a step out of order; keys of receipts are never retired
 */
export const rotateSecret = (secrets: Secrets, name: RotatedSecret, step: RotationStep): Secrets => {
  const isWaiting = secrets.next?.[name] !== undefined;
  if (step === 'accept' && isWaiting)
    throw new StartError(`The next ${name} is accepted already; the next step is: use.`);
  if (step === 'use' && !isWaiting)
    throw new StartError(`There is no next ${name} yet; the first step is: accept.`);
  if (step === 'retire' && isWaiting)
    throw new StartError(`The next ${name} is not in use yet; the next step is: use.`);
  if (step === 'retire' && name === 'receipt')
    throw new StartError('Receipts are checked for years: earlier keys of theirs stay.');
  if (name === 'pinPepper') return rotatePepper(secrets, step);
  if (name === 'accessToken' || name === 'ticket' || name === 'receipt')
    return rotateKeyPair(secrets, name, step);
  return rotateText(secrets, name, step);
};
