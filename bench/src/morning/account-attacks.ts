import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PreparedRequest } from '../load/mark-request.ts';
import { openConnection, send } from '../load/send.ts';
import { type Attack, CALLS, cycle, flood, json, post, type Target } from './flood.ts';

const ACCOUNTS = 5;
const BUSY_CONNECTIONS = 8;

/** Throw-away accounts, as anybody can register them. */
const register = async ({ url }: Target, details: object): Promise<string[]> => {
  const tokens: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const email = `${randomUUID()}@throwaway.example`;
    const body = { name: 'Sid Stranger', email, password: randomBytes(12).toString('hex'), ...details };
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ department: 'Electronics', ...body }),
    });
    if (answer.ok) tokens.push(((await answer.json()) as { token: string }).token);
  }
  return tokens;
};
const registerTeachers = (target: Target) => register(target, { userType: 'TEACHER', employeeId: 'E1' });
const registerStudents = (target: Target) =>
  register(target, { userType: 'STUDENT', usn: randomUUID(), regNo: 'R1', semester: 3 });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

// cspell:ignore dtend vcalendar vevent
/** Its second day is found after ten million steps, which take seconds. */
const SLOW_CALENDAR = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Optics', 'DTSTART:20260914T090000'],
  ...['DTEND:20260914T103000', 'RRULE:FREQ=DAILY;INTERVAL=10000000', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

/** Attacks of people who have accounts, or found somebody's cookie. */
export const accountAttacks = {
  'left-over-cookies': (target, tally, signal) => {
    const cookie = cycle(target.leftOver);
    const scan = (): PreparedRequest => ({
      method: 'GET',
      path: '/api/sessions/verify/ABCD2345',
      headers: { cookie: cookie() },
    });
    return flood(target, tally, signal, scan, CALLS);
  },
  'calendar-files': async (target, tally, signal) => {
    const token = cycle(await registerTeachers(target));
    const read = (): PreparedRequest => {
      const request = post('/api/series/read-calendar', { text: SLOW_CALENDAR });
      return { ...request, headers: { ...request.headers, ...bearer(token()) } };
    };
    await flood(target, tally, signal, read, CALLS);
  },
  'costly-lists': async (target, tally, signal) => {
    const [students, teachers] = [await registerStudents(target), await registerTeachers(target)];
    const list = cycle([
      ...students.map((token) => ({ path: '/api/sessions', headers: bearer(token) })),
      ...teachers.map((token) => ({ path: '/api/sessions/day-overview', headers: bearer(token) })),
    ]);
    await flood(target, tally, signal, () => ({ method: 'GET', ...list() }), CALLS);
  },
  strangers: async (target, tally, signal) => {
    const token = cycle(await registerStudents(target));
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
        const request = post('/api/attendance', { ticket });
        const mark = await send(connection, { ...request, headers: { ...request.headers, ...headers } });
        tally(mark.status);
      }
      connection.destroy();
    };
    await Promise.all(Array.from({ length: BUSY_CONNECTIONS }, drive));
  },
} satisfies Record<string, Attack>;
