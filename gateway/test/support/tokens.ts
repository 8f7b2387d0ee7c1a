import { randomUUID } from 'node:crypto';
import { ACCESS_TOKEN, readPrivateKey, signToken } from '@qr-attendance/server';
import { createSecrets } from '@qr-attendance/stack';

const { accessToken } = createSecrets();
const key = readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY', accessToken.privateKey);
const foreign = readPrivateKey('ACCESS_TOKEN_PRIVATE_KEY', createSecrets().accessToken.privateKey);

export const KNOWS_CLIENTS = {
  ACCESS_TOKEN_PUBLIC_KEYS: accessToken.publicKeys,
  CLIENT_COOKIE_SECRET: 'a secret of gateways that nobody else has',
};

const claimsOf = (sub: string) => ({ sub, userType: 'STUDENT', name: 'Stan' });
export const tokenOf = (sub: string = randomUUID(), seconds = 900): string =>
  signToken(ACCESS_TOKEN, key, claimsOf(sub), seconds);
export const forgedToken = (sub: string = randomUUID()): string =>
  signToken(ACCESS_TOKEN, { kid: key.kid, key: foreign.key }, claimsOf(sub), 900);
