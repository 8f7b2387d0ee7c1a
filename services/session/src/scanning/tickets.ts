import { randomUUID, type KeyObject } from 'node:crypto';
import type { TicketClaims } from '@qr-attendance/contracts';
import { signToken, TICKET } from '@qr-attendance/server';

/** Long enough for PIN, selfie and passkey; short enough to be of no use after class. */
const LIFETIME_SECONDS = 300;

/** Makes the signer of tickets: claims bound to one user and one session. */
export const makeSignTicket =
  (key: { kid: string; key: KeyObject }, clock: () => Date) => (claims: Omit<TicketClaims, 'jti'>) => {
    // A JWT counts whole seconds.
    const issuedAt = Math.floor(clock().getTime() / 1000);
    const ticket = signToken(TICKET, key, { ...claims, jti: randomUUID(), iat: issuedAt }, LIFETIME_SECONDS);
    return { ticket, expiresAt: new Date((issuedAt + LIFETIME_SECONDS) * 1000) };
  };
