import type { Coordinates } from '@qr-attendance/contracts';
import { notFound } from '@qr-attendance/server';
import { limitLocationAttempts } from './location-attempts.ts';
import type { MarkingDeps } from './marking.ts';
import { verifyTicket } from './ticket.ts';
import { checkDistance } from './rules/judge-location.ts';

const NO_LOCATION_REQUIRED = { withinRadius: true, distance: 0, radius: 0 };

export const checkLocation = async (
  context: MarkingDeps,
  studentId: string,
  ticket: string,
  position: Coordinates,
) => {
  const { sessionId, courseId } = verifyTicket(context, ticket, studentId);
  const session = await context.owners.findSession(sessionId);
  if (!session) throw notFound('Session');
  if (!session.location) return NO_LOCATION_REQUIRED;
  await limitLocationAttempts(context, studentId);
  const checked = checkDistance(session.location, position);
  if (checked.withinRadius) return checked;
  await context.owners.refresh('session', { sessionId, courseId, studentId });
  const location = (await context.owners.findSession(sessionId))?.location;
  return location ? checkDistance(location, position) : NO_LOCATION_REQUIRED;
};
