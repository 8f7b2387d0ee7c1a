import { routes } from '@qr-attendance/contracts';
import type { PowerNotices } from '@qr-attendance/messaging/mongo';
import {
  forbidden,
  implement,
  implementStream,
  disconnectSignalOf,
  type Implementation,
} from '@qr-attendance/server';
import { readFeed, type FeedStores } from './feed.ts';
import { listCalendar } from './list-classes.ts';

const EXTENSION = '.ics';

export const calendarRoutes = (context: FeedStores & { powerNotices: PowerNotices }): Implementation[] => [
  implement(routes.session.listCalendar, ({ caller, query }) => listCalendar(context, caller, query)),
  implement(routes.session.getCalendarFeed, async ({ caller }) => {
    const feed = await context.feeds.find(caller.id);
    return feed ? { createdAt: feed.createdAt.toISOString() } : {};
  }),
  implement(routes.session.renewCalendarFeed, async ({ caller }) => {
    if (caller.userType === 'ADMIN')
      throw forbidden(
        'no_classes',
        'A calendar shows the classes that its owner teaches or attends. An administrator has none.',
      );
    const { token, createdAt } = await context.feeds.renew(caller);
    const { id: by } = caller;
    await context.powerNotices.notify({ what: 'calendar_address_created', by, receivers: [by] });
    return { path: `/api/calendar/feeds/${token}${EXTENSION}`, createdAt: createdAt.toISOString() };
  }),
  implement(routes.session.revokeCalendarFeed, ({ caller }) => context.feeds.revoke(caller.id)),
  implementStream(routes.session.readCalendarFeed, async ({ params, response }) => {
    const token = params.token.slice(0, -EXTENSION.length);
    const text = await readFeed(context, token, disconnectSignalOf(response));
    response.set({
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="classes.ics"',
      'Cache-Control': 'private, no-store',
    });
    response.send(text);
  }),
];
