import { randomUUID } from 'node:crypto';
import type { TicketClaims } from '@qr-attendance/contracts';
import { type SigningKey, signToken, TICKET } from '@qr-attendance/server';

/**
 * @param lifetimeSeconds long enough for PIN, selfie and passkey, but short, because a ticket can be passed
 * on
 */
export const createSignTicket =
  (key: SigningKey, lifetimeSeconds: number) =>
  (claims: Omit<TicketClaims, 'jti'>, at: Date, extraMinutes: number) => {
    const issuedAt = Math.floor(at.getTime() / 1000);
    const lifetime = lifetimeSeconds + extraMinutes * 60;
    const ticket = signToken(TICKET, key, { ...claims, jti: randomUUID(), iat: issuedAt }, lifetime);
    return { ticket, expiresAt: new Date((issuedAt + lifetime) * 1000) };
  };
export type SignTicket = ReturnType<typeof createSignTicket>;
