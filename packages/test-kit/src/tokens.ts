import { randomUUID } from 'node:crypto';
import type { TicketClaims, UserType } from '@qr-attendance/contracts';
import { ACCESS_TOKEN, readPrivateKey, sharedKeyOf, signToken, TICKET } from '@qr-attendance/server';
import type { Secrets } from '@qr-attendance/stack';

export interface TestUser {
  id: string;
  userType: UserType;
  name: string;
  /** How often they had signed out everywhere. */
  signOuts?: number;
}

export interface TestScan extends Partial<Omit<TicketClaims, 'sub'>> {
  userId: string;
  sessionId: string;
  courseId: string;
  /** When it was scanned, in seconds since 1970; now unless said. */
  iat?: number;
}

/** A person nobody registered; services that only read the token take it for real. */
export const someone = (userType: UserType, name = userType === 'TEACHER' ? 'Ada' : 'Grace'): TestUser => ({
  id: randomUUID(),
  userType,
  name,
});

/** Signs tokens as the services of a system with these secrets would. */
export const tokenSigner = (secrets: Secrets) => {
  const accessKey = readPrivateKey('accessToken', secrets.accessToken.privateKey);
  const ticketKey = sharedKeyOf(secrets.ticketSecret);
  return {
    /** An access token; a lifetime below zero makes an expired one. */
    tokenFor: ({ id, userType, name, signOuts = 0 }: TestUser, lifetimeSeconds = 900): string =>
      signToken(ACCESS_TOKEN, accessKey, { sub: id, userType, name, signOuts, gen: 'test' }, lifetimeSeconds),
    /** The ticket for a scan by this user. */
    ticketFor: ({ userId, ...claims }: TestScan, lifetimeSeconds = 300): string =>
      signToken(TICKET, ticketKey, { jti: randomUUID(), ...claims, sub: userId }, lifetimeSeconds),
  };
};
