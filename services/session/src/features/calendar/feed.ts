import {
  type Caller,
  notFound,
  limitKeys,
  tooMany,
  type FairQueue,
  type Suspensions,
} from '@qr-attendance/server';
import ical, { ICalEventStatus } from 'ical-generator';
import type { PeopleProjection } from '@qr-attendance/messaging/mongo';
import { listClassesOf, coursesOfPerson, type Calendar } from './list-classes.ts';
import type { FeedReads, Feeds } from './feeds.ts';

export interface FeedStores extends Calendar {
  feeds: Feeds;
  feedReads: FeedReads;
  feedQueue: FairQueue;
  people: PeopleProjection;
  suspensions: Suspensions;
}

const DAY_MS = 86_400_000;
const PAST_DAYS = 60;
const FUTURE_DAYS = 240;

const requireFew = async ({ feedReads }: { feedReads: FeedReads }, token: string): Promise<void> => {
  const { allowed, seconds: retryAfterSeconds } = await feedReads.count(limitKeys.link(token));
  if (!allowed) throw tooMany('too_many_reads', 'This calendar was read too often.', retryAfterSeconds);
};

/**
 * Queues the requests of each address, so that somebody who has the address cannot slow down the owner's other
 * requests.
 * @throws DomainError (not_found, too_many, unavailable)
 */
export const readFeed = async (context: FeedStores, token: string, signal: AbortSignal): Promise<string> => {
  const feed = await context.feeds.findByToken(token);
  if (!feed) throw notFound('Calendar');
  const person = { id: feed._id, userType: feed.userType as Caller['userType'] };
  if ((await context.people.barredOf([person.id])).has(person.id)) throw notFound('Calendar');
  // The address may have been created while the person signed out everywhere.
  if (context.suspensions.isSignedOut({ sub: person.id, signOuts: feed.signOuts }))
    throw notFound('Calendar');
  await requireFew(context, token);
  const now = context.clock();
  const period = {
    from: new Date(now.getTime() - PAST_DAYS * DAY_MS),
    to: new Date(now.getTime() + FUTURE_DAYS * DAY_MS),
  };
  const classes = await context.feedQueue.run(
    limitKeys.link(token),
    async () => listClassesOf(context, await coursesOfPerson(context, person), period, () => false),
    signal,
  );
  const calendar = ical({ name: 'QR Attendance System', ttl: 900 });
  for (const calendarClass of classes) {
    const { course, series, sessionId, startTime, endTime, room, online, sequence } = calendarClass;
    const isCanceled = calendarClass.state === 'canceled';
    calendar.createEvent({
      // The id is the same before and after the session is created.
      id: `${series ? `${series.id}-${series.key}` : sessionId}@qr-attendance`,
      sequence,
      start: new Date(startTime),
      end: new Date(endTime ?? startTime),
      stamp: now,
      summary: [course.code, course.name].filter(Boolean).join(' '),
      location: online ? 'Online' : [room?.name, room?.building].filter(Boolean).join(', ') || null,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
};
