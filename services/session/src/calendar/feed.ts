import { type Caller, countPoints, notFound, tooMany } from '@qr-attendance/server';
import ical, { ICalEventStatus } from 'ical-generator';
import { DateTime } from 'luxon';
import type { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import { listClassesOf, seenBy, type Calendar } from './list-classes.ts';

const PAST_DAYS = 60;
const FUTURE_DAYS = 240;

const requireFew = async (reads: RateLimiterMemory, userId: string): Promise<void> => {
  const { allowed, seconds: retryAfterSeconds } = await countPoints(reads, userId);
  if (!allowed) throw tooMany('too_many_reads', 'This calendar was read too often.', retryAfterSeconds);
};

/** @throws DomainError (not_found, too_many) */
export const readFeed = async (
  context: Calendar & Pick<Context, 'feeds' | 'feedReads' | 'people' | 'suspensions'>,
  token: string,
): Promise<string> => {
  const feed = await context.feeds.findByToken(token);
  if (!feed) throw notFound('Calendar');
  const person = { id: feed._id, userType: feed.userType as Caller['userType'] };
  if ((await context.people.barredOf([person.id])).has(person.id)) throw notFound('Calendar');
  // It may have been created while the person was signing out everywhere.
  if (context.suspensions.isSignedOut({ sub: person.id, signOuts: feed.signOuts }))
    throw notFound('Calendar');
  await requireFew(context.feedReads, person.id);
  const now = DateTime.fromJSDate(context.clock());
  const period = {
    from: now.minus({ days: PAST_DAYS }).toJSDate(),
    to: now.plus({ days: FUTURE_DAYS }).toJSDate(),
  };
  const classes = await listClassesOf(context, await seenBy(context, person), period, () => false);
  const calendar = ical({ name: 'QR Attendance System', ttl: 900 });
  for (const found of classes) {
    const { course, series, sessionId, startTime, endTime, room, online, sequence } = found;
    const isCanceled = found.state === 'canceled';
    calendar.createEvent({
      // The same before and after the session is created.
      id: `${series ? `${series.id}-${series.key}` : sessionId}@qr-attendance`,
      sequence,
      start: new Date(startTime),
      end: new Date(endTime ?? startTime),
      stamp: now.toJSDate(),
      summary: [course.code, course.name].filter(Boolean).join(' '),
      location: online ? 'Online' : [room?.name, room?.building].filter(Boolean).join(', ') || null,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
};
