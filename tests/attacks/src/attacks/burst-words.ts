import { setTimeout as pause } from 'node:timers/promises';
import type { BurstCodes, VerifiedScan } from '@qr-attendance/contracts';
import type { Attack } from '../attack.ts';
import { wordsFlag } from '../defenses/marking.ts';
import { wordsPerStudent, wordsForStudents, wordsSetting, wordsPerBrowser } from '../defenses/session.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

const policy = { burstCodes: true };

export const readWords = async ({ must }: Target, { teacher, session }: Lesson): Promise<string> => {
  const path = `/api/sessions/${session._id}/burst-codes`;
  const burst = await must<BurstCodes>('GET', path, { token: teacher.token });
  return burst.words[0]?.words.join(' ') ?? '';
};

export const marksByWords = async (
  { call, mark }: Target,
  student: Student,
  words: string,
  more: object = {},
): Promise<boolean> => {
  const { token, device } = student;
  const request = { token, headers: device.scanHeaders(words) };
  const path = `/api/sessions/verify/${encodeURIComponent(words)}`;
  const { status, body } = await call<VerifiedScan>('GET', path, request);
  return status === 200 && (await mark(student, body.ticket, more)).status === 201;
};

const entersWords = async ({ call }: Target, student: Student, words: string): Promise<number> => {
  const request = { token: student.token, headers: student.device.scanHeaders(words) };
  return (await call('GET', `/api/sessions/verify/${encodeURIComponent(words)}`, request)).status;
};

export const burstWordAttacks: Attack[] = [
  {
    name: 'the words beside a burst code used by somebody outside the course',
    defenses: [wordsForStudents],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const [honest, outsider] = [await target.member(running), await target.student('Sid Stranger')];
      const words = await readWords(target, running);
      await entersWords(target, outsider, words);
      return (await entersWords(target, honest, words)) === 409;
    },
  },
  {
    name: 'all pairs of words beside a burst code used up by one student',
    defenses: [wordsPerStudent],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const [greedy, honest] = [await target.member(running), await target.member(running)];
      const first = await readWords(target, running);
      await entersWords(target, greedy, first);
      let second = first;
      while (second === first) {
        await pause(1_000);
        second = await readWords(target, running);
      }
      await entersWords(target, greedy, second);
      return (await entersWords(target, honest, second)) === 409;
    },
  },
  {
    name: 'the words beside a burst code forwarded to a second phone',
    defenses: [wordsPerBrowser],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const [first, second] = [await target.member(running), await target.member(running)];
      const words = await readWords(target, running);
      if (!(await marksByWords(target, first, words))) throw new Error('the first phone was refused');
      return marksByWords(target, second, words);
    },
  },
  {
    name: 'the words beside a burst code used although the teacher switched them off',
    defenses: [wordsSetting],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      const words = await readWords(target, running);
      const { _id, date, startTime, version, lateAfterMinutes } = running.session;
      const { token } = running.teacher;
      const edit = { date, startTime, version, lateAfterMinutes, policy: { ...policy, allowWords: false } };
      await target.must('PUT', `/api/sessions/${_id}`, { token, body: edit });
      // A scan may use a cached session that is up to half a second old.
      await pause(1_000);
      return marksByWords(target, absent, words);
    },
  },
  {
    name: 'the words beside a burst code sent to a friend without a flag for the teacher',
    defenses: [wordsFlag],
    attempt: async (target) => {
      const running = await target.lesson({ policy });
      const absent = await target.member(running);
      if (!(await marksByWords(target, absent, await readWords(target, running)))) return false;
      return !(await target.flagsIn(running)).get(absent.id)?.includes('words_entered');
    },
  },
];
