import type { Attack } from '../attack.ts';
import {
  streamLimitPerPerson,
  endOfSignedOutStreams,
  endOfSuspendedStreams,
} from '../defenses/attendance.ts';
import { createAdmin } from '../target/create-admin.ts';
import type { Lesson } from '../target/people.ts';

/** A suspension reaches every process within 3 s, and streams are checked every second. */
const SPREAD_MS = 10_000;
const FLOOD = 15;

const openStream = async (url: string, { teacher, session }: Lesson) => {
  const leave = new AbortController();
  const response = await fetch(`${url}/api/attendance/live?sessionId=${session._id}`, {
    headers: { authorization: `Bearer ${teacher.token}` },
    signal: leave.signal,
  });
  const endsWithin = async (ms: number): Promise<boolean> => {
    const timer = setTimeout(() => leave.abort(), ms);
    try {
      for await (const _chunk of response.body ?? []);
      return true;
    } catch {
      return !leave.signal.aborted;
    } finally {
      clearTimeout(timer);
    }
  };
  return { status: response.status, endsWithin, leave: () => leave.abort() };
};

export const streamAttacks: Attack[] = [
  {
    name: 'a live roster that continues after a suspension',
    defenses: [endOfSuspendedStreams, endOfSignedOutStreams],
    attempt: async (target) => {
      const lesson = await target.lesson();
      const stream = await openStream(target.url, lesson);
      const { token } = await createAdmin(target.system, target);
      await target.must('POST', `/api/auth/people/${lesson.teacher.id}/suspend`, {
        token,
        body: { reason: 'Lends the account.' },
      });
      return !(await stream.endsWithin(SPREAD_MS));
    },
  },
  {
    name: 'a flood of live rosters by one account',
    defenses: [streamLimitPerPerson],
    attempt: async ({ lesson, url }) => {
      const running = await lesson();
      const streams = await Promise.all(Array.from({ length: FLOOD }, () => openStream(url, running)));
      const open = streams.filter(({ status }) => status === 200).length;
      for (const { leave } of streams) leave();
      return open === FLOOD;
    },
  },
];
