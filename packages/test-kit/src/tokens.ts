import { randomUUID } from 'node:crypto';
import type { TicketClaims, UserType } from '@qr-attendance/contracts';
import { ACCESS_TOKEN, readPrivateKey, sharedKeyOf, signToken, TICKET } from '@qr-attendance/server';
import type { Secrets } from '@qr-attendance/stack';

export interface TestUser {
  id: string;
  userType: UserType;
  name: string;
  signOuts?: number;
  /** Whether the token contains a fresh proof, as after a sign-in; true by default. */
  proven?: boolean;
}

export interface TestScan extends Partial<Omit<TicketClaims, 'sub'>> {
  userId: string;
  sessionId: string;
  courseId: string;
  /** Time of the scan in seconds since 1970; now by default. */
  iat?: number;
}

export const someone = (userType: UserType, name = userType === 'TEACHER' ? 'Ada' : 'Grace'): TestUser => ({
  id: randomUUID(),
  userType,
  name,
});

export const tokenSigner = (secrets: Secrets) => {
  const accessKey = readPrivateKey('accessToken', secrets.accessToken.privateKey);
  const ticketKey = sharedKeyOf(secrets.ticketSecret);
  return {
    tokenFor: (
      { id, userType, name, signOuts = 0, proven = true }: TestUser,
      lifetimeSeconds = 900,
    ): string => {
      const provenUntil = Math.floor(Date.now() / 1_000) + 900;
      const claims = { sub: id, userType, name, signOuts, gen: 'test', ...(proven && { provenUntil }) };
      return signToken(ACCESS_TOKEN, accessKey, claims, lifetimeSeconds);
    },
    ticketFor: ({ userId, ...claims }: TestScan, lifetimeSeconds = 300): string =>
      signToken(TICKET, ticketKey, { jti: randomUUID(), ...claims, sub: userId }, lifetimeSeconds),
  };
};
