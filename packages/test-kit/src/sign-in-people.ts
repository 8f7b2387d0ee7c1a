import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import type { UserType } from '@qr-attendance/contracts';
import { ACCESS_TOKEN, signToken } from '@qr-attendance/server';

export interface Person {
  id: string;
  name: string;
  token: string;
  unprovenToken: string;
}

const kid = 'test';
const toJwk = (key: KeyObject) => ({ ...key.export({ format: 'jwk' }), kid });

export const createPeople = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const sign = (id: string, userType: UserType, name: string, proof: object): string => {
    const claims = { sub: id, userType, name, signOuts: 0, gen: 'test', ...proof };
    return signToken(ACCESS_TOKEN, { kid, key: privateKey }, claims, 900);
  };
  const signIn = (userType: UserType, name: string): Person => {
    const id = randomUUID();
    const provenUntil = Math.floor(Date.now() / 1_000) + 900;
    return {
      id,
      name,
      token: sign(id, userType, name, { provenUntil }),
      unprovenToken: sign(id, userType, name, {}),
    };
  };
  return {
    publicKeys: JSON.stringify({ keys: [toJwk(publicKey)] }),
    keysById: new Map([[kid, publicKey]]),
    teacher: (name = 'Ada Lovelace') => signIn('TEACHER', name),
    student: (name = 'Grace Hopper') => signIn('STUDENT', name),
    admin: (name = 'Mary Somerville') => signIn('ADMIN', name),
  };
};
