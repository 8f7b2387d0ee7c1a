import { setTimeout as pause } from 'node:timers/promises';
import { createCampusClient } from '@qr-attendance/test-kit';
import { bearer, openConnection, post, send, type PreparedRequest } from '../load/send.ts';
import { type Attack, MAX_CALLS, cycleThrough, flood, type Target } from './flood.ts';

const ACCOUNTS = 5;
const BUSY_CONNECTIONS = 8;

/** Disposable accounts, as anybody can register them. Registrations may be limited. */
const register = async ({ url }: Target, userType: 'TEACHER' | 'STUDENT'): Promise<string[]> => {
  const client = createCampusClient(url, { isOtherRelease: true });
  const tokens: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const account = await client.register({ userType }).catch(() => undefined);
    if (account) tokens.push(account.token);
  }
  return tokens;
};

// cspell:ignore dtend vcalendar vevent
/** The second occurrence is ten million steps away; computing it takes seconds. */
const SLOW_CALENDAR = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:1',
  'SUMMARY:Optics',
  'DTSTART:20260914T090000',
  'DTEND:20260914T103000',
  'RRULE:FREQ=DAILY;INTERVAL=10000000',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

export const accountAttacks = {
  'left-over-cookies': (target, tally, signal) => {
    const cookie = cycleThrough(target.leftOver);
    const scan = (): PreparedRequest => ({
      method: 'GET',
      path: '/api/sessions/verify/ABCD2345',
      headers: { cookie: cookie() },
    });
    return flood(target, tally, signal, scan, MAX_CALLS);
  },
  'calendar-files': async (target, tally, signal) => {
    const token = cycleThrough(await register(target, 'TEACHER'));
    const read = () => post('/api/series/read-calendar', { text: SLOW_CALENDAR }, bearer(token()));
    await flood(target, tally, signal, read, MAX_CALLS);
  },
  'costly-lists': async (target, tally, signal) => {
    const [students, teachers] = [await register(target, 'STUDENT'), await register(target, 'TEACHER')];
    const list = cycleThrough([
      ...students.map((token) => ({ path: '/api/sessions', headers: bearer(token) })),
      ...teachers.map((token) => ({ path: '/api/sessions/day-overview', headers: bearer(token) })),
    ]);
    await flood(target, tally, signal, () => ({ method: 'GET', ...list() }), MAX_CALLS);
  },
  strangers: async (target, tally, signal) => {
    const token = cycleThrough(await register(target, 'STUDENT'));
    const drive = async () => {
      const connection = openConnection(target.url);
      while (!signal.aborted) {
        const headers = bearer(token());
        const scan = await send(connection, {
          method: 'GET',
          path: `/api/sessions/verify/${target.code}`,
          headers,
        });
        tally(scan.status);
        if (scan.status !== 200) {
          await pause(10);
          continue;
        }
        const { ticket } = JSON.parse(scan.text) as { ticket: string };
        const mark = await send(connection, post('/api/attendance', { ticket }, headers));
        tally(mark.status);
      }
      connection.destroy();
    };
    await Promise.all(Array.from({ length: BUSY_CONNECTIONS }, drive));
  },
} satisfies Record<string, Attack>;
