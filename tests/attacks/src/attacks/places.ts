import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import {
  CHEATS_ACCURACY,
  distanceLimit,
  minimumClusterSize,
  perfectAccuracyFlag,
  serverDistance,
  samePositionFlag,
} from '../defenses/evidence.ts';
import { campusNetwork } from '../defenses/marking.ts';
import type { Lesson, Student } from '../target/people.ts';
import type { Target } from '../target/start-target.ts';

export const ROOM = { latitude: 48.2, longitude: 16.37, radius: 50 };
const HOME = { latitude: 48.25, longitude: 16.4, accuracy: 10 };
export const SEAT = { latitude: 48.20004, longitude: 16.37003 };
const CAMPUS_NETWORK = '10.20.0.0/16';
const LOCATION_ATTEMPTS = 20;

const isMarked = async (
  { member, scan, mark }: Target,
  running: Lesson,
  more: object = {},
): Promise<boolean> => {
  const absent = await member(running);
  return (await mark(absent, await scan(absent, running), more)).status === 201;
};

/**
 * Three students mark with identical coordinates of this accuracy. @returns the number of flagged students
 */
const markTogether = async (
  { lesson, enroll, scan, mark, flagsIn }: Target,
  students: Student[],
  accuracy: number,
) => {
  const running = await lesson({ location: ROOM });
  for (const student of students) {
    await enroll(student, running);
    await mark(student, await scan(student, running), { location: { ...SEAT, accuracy } });
  }
  return async () =>
    [...(await flagsIn(running)).values()].filter((flags) => flags.includes('same_coordinates')).length;
};

export const placeAttacks: Attack[] = [
  {
    name: 'a valid code’s URL forwarded to a student who is not in the room',
    defenses: [serverDistance],
    attempt: async (target) => isMarked(target, await target.lesson({ location: ROOM }), { location: HOME }),
  },
  {
    name: 'a valid code’s URL forwarded to a student outside the campus network',
    defenses: [campusNetwork],
    attempt: async (target) =>
      isMarked(target, await target.lesson({ policy: { networks: [CAMPUS_NETWORK] } })),
  },
  {
    name: 'the same position sent by three students without a flag for the teacher',
    defenses: [samePositionFlag],
    attempt: async (target) => {
      const students = [await target.student(), await target.student(), await target.student()];
      const cheats = await markTogether(target, students, CHEATS_ACCURACY);
      // Flags of the other students prove that positions have been compared.
      const others = await markTogether(target, students, CHEATS_ACCURACY + 1);
      for (let tries = 0; (await others()) < students.length; tries++) {
        if (tries === 300) throw new Error('places were not compared');
        await pause(100);
      }
      return (await cheats()) < students.length;
    },
  },
  ...[{ accuracy: 0 }, {}].map((claim): Attack => ({
    name: `an invented position ${'accuracy' in claim ? 'with an error of 0 m' : 'without an error'}, without a flag for the teacher`,
    defenses: [perfectAccuracyFlag],
    attempt: async (target) => {
      const running = await target.lesson({ location: ROOM });
      if (!(await isMarked(target, running, { location: { ...SEAT, ...claim } })))
        throw new Error('the mark was refused');
      return ![...(await target.flagsIn(running)).values()].flat().includes('zero_accuracy');
    },
  })),
  {
    name: 'a class moved to three friends at home by a hurried teacher',
    defenses: [minimumClusterSize],
    attempt: async ({ lesson, student, enroll, scan, mark, call }) => {
      const running = await lesson({ location: ROOM });
      const friends = [await student(), await student(), await student()];
      for (const friend of friends) {
        await enroll(friend, running);
        await mark(friend, await scan(friend, running), { location: HOME });
      }
      const moved = await call('POST', '/api/attendance/refused/move-class', {
        token: running.teacher.token,
        body: { sessionId: running.session._id },
      });
      if (moved.status !== 200) return false;
      const [friend] = friends as [Student, ...Student[]];
      return (await mark(friend, await scan(friend, running), { location: HOME })).status === 201;
    },
  },
  {
    name: 'the room’s position determined from repeated distances',
    defenses: [distanceLimit],
    attempt: async ({ lesson, member, scan, call }) => {
      const running = await lesson({ location: ROOM });
      const absent = await member(running);
      const ticket = await scan(absent, running);
      let answered = 0;
      for (let step = 0; step < LOCATION_ATTEMPTS + 5; step++) {
        const location = { ...HOME, latitude: HOME.latitude - step / 1_000 };
        const { status, body } = await call('POST', '/api/attendance/location-check', {
          token: absent.token,
          body: { ticket, location },
        });
        if (status === 200 && 'distance' in body) answered += 1;
      }
      return answered > LOCATION_ATTEMPTS;
    },
  },
];
