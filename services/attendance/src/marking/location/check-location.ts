import type { Coordinates } from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import type { SessionChanged } from '@qr-attendance/contracts/events';
import { checkDistance } from './rules/distance.ts';
import type { LimitLocationAttempts } from './limit-location-attempts.ts';
import type { RedeemTicket } from '../redeem-ticket.ts';

interface Deps {
  redeemTicket: RedeemTicket;
  findSession: (id: string) => Promise<SessionChanged | undefined>;
  limitPlaceTries: LimitLocationAttempts;
}

/** Tells a student who scanned how far the classroom is, without telling where. */
export const makeCheckLocation =
  ({ redeemTicket, findSession, limitPlaceTries }: Deps) =>
  async (studentId: string, ticket: string, position: Coordinates) => {
    const session = await findSession(redeemTicket(ticket, studentId).sessionId);
    if (!session) throw notFound('Session');
    if (!session.location) return { withinRadius: true, distance: 0, radius: 0 };
    await limitPlaceTries(studentId);
    return checkDistance(session.location, position);
  };
export type CheckLocation = ReturnType<typeof makeCheckLocation>;
