import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ConfigError, optionalSetting } from '../config.ts';
import { secret } from '../secret.ts';

/**
 * A PIN as stored and published. It is useless without the pepper, which only auth and attendance have.
 * `hash` begins with the version of its pepper, such as `2:`; without a prefix it is version 1.
 */
export interface PinVerifier {
  salt: string;
  hash: string;
}

const FIRST_VERSION = 1;
const MIN_LENGTH = 32;

export const pepperConfigSchema = z.object({
  PIN_PEPPER: secret(z.string().min(MIN_LENGTH), 'Key of the PIN verifiers, shared by auth and attendance.'),
  PIN_PEPPER_VERSION: z.coerce
    .number()
    .int()
    .min(1)
    .max(9_999)
    .default(FIRST_VERSION)
    .describe('Number of `PIN_PEPPER`; increase it with each change.'),
  PIN_PEPPERS_OTHER: secret(
    optionalSetting(z.string()),
    'Other accepted peppers by version, during rotation: `{"1":"…"}`.',
  ),
});

export interface Peppers {
  current: number;
  byVersion: ReadonlyMap<number, string>;
  /**
   * The key of hashes that must not change during a rotation, such as the one that finds the marks of one
   * browser within a session.
   */
  oldest: string;
}

const othersSchema = z.record(z.string().regex(/^[1-9]\d{0,3}$/), z.string().min(MIN_LENGTH));

const readOthers = (text: string | undefined): [number, string][] => {
  if (text === undefined) return [];
  try {
    const others = othersSchema.parse(JSON.parse(text));
    return Object.entries(others).map(([version, pepper]) => [Number(version), pepper]);
  } catch {
    throw new ConfigError(
      `Configuration: PIN_PEPPERS_OTHER is not JSON such as {"1":"…"}, of texts of at least ${MIN_LENGTH} characters.`,
    );
  }
};

export const readPeppers = (config: z.output<typeof pepperConfigSchema>): Peppers => {
  const { PIN_PEPPER, PIN_PEPPER_VERSION: current, PIN_PEPPERS_OTHER } = config;
  const others = readOthers(PIN_PEPPERS_OTHER);
  if (others.some(([version]) => version === current))
    throw new ConfigError(
      `Configuration: PIN_PEPPERS_OTHER has version ${current}, which is that of PIN_PEPPER (PIN_PEPPER_VERSION).`,
    );
  const byVersion = new Map([...others, [current, PIN_PEPPER] as const].toSorted(([a], [b]) => a - b));
  return { current, byVersion, oldest: [...byVersion.values()][0] ?? PIN_PEPPER };
};

export const pepperVersionOf = ({ hash }: PinVerifier): number =>
  Number(/^(\d+):/.exec(hash)?.[1] ?? FIRST_VERSION);

const hashPin = (pepper: string, salt: string, pin: string): Buffer =>
  createHmac('sha256', pepper).update(`${salt}:${pin}`).digest();

export const createPinVerifier = ({ current, byVersion }: Peppers, pin: string): PinVerifier => {
  const salt = randomBytes(16).toString('base64url');
  const hash = hashPin(byVersion.get(current) ?? '', salt, pin).toString('base64url');
  return { salt, hash: current === FIRST_VERSION ? hash : `${current}:${hash}` };
};

export const hasPepperOf = ({ byVersion }: Peppers, verifier: PinVerifier): boolean =>
  byVersion.has(pepperVersionOf(verifier));

export const matchesPin = ({ byVersion }: Peppers, verifier: PinVerifier, pin: string): boolean => {
  const pepper = byVersion.get(pepperVersionOf(verifier));
  if (pepper === undefined) return false;
  const expected = Buffer.from(verifier.hash.replace(/^\d+:/, ''), 'base64url');
  const actual = hashPin(pepper, verifier.salt, pin);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
};
