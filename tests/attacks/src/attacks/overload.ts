import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Attack } from '../attack.ts';
import { schemeSpelling } from '../defenses/gateway.ts';
import { slotsAfterBodies, streamLimitPerAddress } from '../defenses/gateway-limits.ts';
import { logSampling } from '../defenses/server.ts';
import { calendarThread } from '../defenses/session.ts';
import { GATEWAY_LIMITS, type Target } from '../target/start-target.ts';

// cspell:ignore dtend vcalendar vevent

/** Expanding this event counts the days of seventy years, which takes seconds. */
export const SLOW_EVENT = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:1',
  'SUMMARY:Optics',
  'DTSTART:19560101T090000',
  'DURATION:PT1H',
  'RRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=9999999',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

/** In this setup, the gateway waits 2 s for a request. */
const HELD_MS = 1_500;
/** A busy service answers the first requests before it reads the file, but no others. */
const ANSWERED_MEANWHILE = 10;

const beginBody = (url: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{';
    const socket = connect(Number(port), hostname, () => socket.write(head, () => resolve(socket)));
    socket.on('error', reject);
  });

const askTooOften = async ({ teacher, call }: Target, schemes: string[]) => {
  const { token } = await teacher();
  const statuses: number[] = [];
  for (let n = 0; n < 1.5 * GATEWAY_LIMITS.client; n += 1) {
    const authorization = `${schemes[n % schemes.length]} ${token}`;
    statuses.push((await call('GET', '/api/courses', { headers: { authorization } })).status);
  }
  return statuses;
};

export const overloadAttacks: Attack[] = [
  {
    name: 'unfinished bodies that hold every slot',
    defenses: [slotsAfterBodies],
    attempt: async ({ teacher, call, url }) => {
      const { token } = await teacher();
      // Twice the limit, because on a busy machine the first requests end before the last ones arrive.
      const openRequests = await Promise.all(
        Array.from({ length: 2 * GATEWAY_LIMITS.requests }, () => beginBody(url)),
      );
      // The gateway may read requests in a different order.
      const until = Date.now() + HELD_MS;
      let full = false;
      while (!full && Date.now() < until)
        full = (await call('GET', '/api/courses', { token })).status === 503;
      for (const socket of openRequests) socket.destroy();
      return full;
    },
  },
  {
    name: 'a limit evaded by spelling the scheme of the token differently',
    defenses: [schemeSpelling],
    attempt: async (target) =>
      !(await askTooOften(target, ['Bearer', 'bearer', 'BEARER', 'bEARER'])).includes(429),
  },
  {
    name: 'dozens of event streams from one address',
    defenses: [streamLimitPerAddress],
    attempt: async ({ lesson, url }) => {
      const leave = new AbortController();
      // Responses must stay referenced, because garbage collection would close the streams.
      const streams: Response[] = [];
      for (let n = 0; n <= GATEWAY_LIMITS.streams; n += 2) {
        const { teacher, session } = await lesson();
        for (const _page of [1, 2]) {
          const stream = await fetch(`${url}/api/attendance/live?sessionId=${session._id}`, {
            headers: { authorization: `Bearer ${teacher.token}` },
            signal: leave.signal,
          });
          streams.push(stream);
        }
      }
      leave.abort();
      return streams.every(({ status }) => status === 200);
    },
  },
  {
    name: 'a calendar file that keeps the session service busy',
    defenses: [calendarThread],
    attempt: async ({ teacher, call }) => {
      const [{ token }, other] = [await teacher(), await teacher()];
      let isRead = false;
      const body = { text: SLOW_EVENT };
      const reading = call('POST', '/api/series/read-calendar', { token, body }).finally(() => {
        isRead = true;
      });
      let answered = 0;
      for (; !isRead && answered < ANSWERED_MEANWHILE; answered += 1)
        await call('GET', '/api/rooms', { token: other.token });
      await reading;
      return answered < ANSWERED_MEANWHILE;
    },
  },
  {
    name: 'a log flooded with rejections',
    defenses: [logSampling],
    attempt: async (target) => {
      const read = async () => readFile(join(target.logFolder, 'gateway.log'), 'utf8');
      const before = (await read()).length;
      const refused = (await askTooOften(target, ['Bearer'])).filter((status) => status === 429).length;
      const lines = (await read()).slice(before).match(/"status":429/g) ?? [];
      return lines.length > refused / 2;
    },
  },
];
