import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { rotatedSecrets, rotateSecret, type RotatedSecret } from '../src/rotate-secrets.ts';
import { createSecrets, type KeyPair } from '../src/secrets.ts';
import { StartError } from '../src/start-error.ts';

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });
const kids = ({ publicKeys }: KeyPair) => keySet.parse(JSON.parse(publicKeys)).keys.map(({ kid }) => kid);
const kidOf = ({ privateKey }: KeyPair) => z.object({ kid: z.string() }).parse(JSON.parse(privateKey)).kid;
const walk = (name: RotatedSecret) => {
  const before = createSecrets();
  const accepted = rotateSecret(before, name, 'accept');
  const used = rotateSecret(accepted, name, 'use');
  return { before, accepted, used };
};

it.each(['accessToken', 'ticket', 'receipt'] as const)(
  'the next key of %s verifies before it signs, and the previous key still verifies',
  (name) => {
    const { before, accepted, used } = walk(name);
    expect(kidOf(accepted[name])).toBe(kidOf(before[name]));
    expect(kidOf(used[name])).not.toBe(kidOf(before[name]));
    for (const { [name]: pair } of [accepted, used])
      expect(kids(pair)).toEqual([kidOf(before[name]), kidOf(used[name])]);
    expect(accepted[name].publicKeys).not.toContain('"d"');
  },
);

it('a retired key no longer verifies anything, except for receipt keys', () => {
  const { used } = walk('ticket');
  const retired = rotateSecret(used, 'ticket', 'retire');
  expect(kids(retired.ticket)).toEqual([kidOf(used.ticket)]);
  expect(() => rotateSecret(walk('receipt').used, 'receipt', 'retire')).toThrow(
    'earlier keys of theirs stay',
  );
});

it.each([
  ['internalToken', 'internalTokensAccepted'],
  ['clientCookieSecret', 'clientCookieSecretsAccepted'],
] as const)('both secrets of %s are accepted until the previous secret is retired', (name, list) => {
  const { before, accepted, used } = walk(name);
  expect(accepted).toMatchObject({ [name]: before[name], [list]: [used[name]] });
  expect(used).toMatchObject({ [list]: [before[name]] });
  expect(used[name]).not.toBe(before[name]);
  expect(rotateSecret(used, name, 'retire')).toMatchObject({ [name]: used[name], [list]: [] });
});

it('peppers are numbered consecutively', () => {
  const { before, used } = walk('pinPepper');
  const other = { 1: before.pinPepper };
  expect(used).toMatchObject({ pinPepperVersion: 2, pinPeppersOther: other });
  const again = rotateSecret(rotateSecret(used, 'pinPepper', 'accept'), 'pinPepper', 'use');
  expect(again).toMatchObject({
    pinPepperVersion: 3,
    pinPeppersOther: { ...other, 2: used.pinPepper },
  });
});

it.each(rotatedSecrets)('out-of-order steps of %s are rejected, with the next step', (name) => {
  const { before, accepted, used } = walk(name);
  expect(() => rotateSecret(before, name, 'use')).toThrow(StartError);
  expect(() => rotateSecret(accepted, name, 'accept')).toThrow('the next step is: use');
  expect(() => rotateSecret(accepted, name, 'retire')).toThrow('the next step is: use');
  expect(() => rotateSecret(used, name, 'use')).toThrow('the first step is: accept');
});

it.each(rotatedSecrets)('rotating %s changes no other secret', (name) => {
  const { before, used } = walk(name);
  for (const other of rotatedSecrets.filter((one) => one !== name))
    expect(used[other]).toEqual(before[other]);
});
