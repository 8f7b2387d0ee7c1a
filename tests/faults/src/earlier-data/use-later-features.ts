import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSWORD } from '@qr-attendance/demo';
import { mailDirOf, type ServiceSettings, startServiceProcesses } from '@qr-attendance/stack';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { ageHistory, countRoots } from './bus-state.ts';
import { mark, openSession } from './hold-class.ts';
import { holdWithBurstCode, holdWithPresenceCheck } from './hold-guarded-classes.ts';
import type { Ask, DumpedPerson, DumpedStudent, SignedIn } from './people.ts';
import type { Course } from './seed-lessons.ts';

const WRONG_PIN = '1357';

const verifyAddress = async (
  ask: Ask,
  { dataDir }: ServiceSettings,
  { email }: DumpedPerson,
): Promise<void> => {
  const folder = mailDirOf(dataDir);
  const token = await eventually(async () => {
    for (const name of await readdir(folder)) {
      // Long lines are folded.
      const mail = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '');
      const found = mail.includes(email) && /\/verify-email#([\w-]+)/.exec(mail)?.[1];
      if (found) return found;
    }
    throw new Error(`No link was mailed to ${email}.`);
  });
  await ask('auth', 'POST /api/auth/email-address/verify', { body: { token, password: PASSWORD } });
};

const manageCourses = async (
  ask: Ask,
  { id, teacher: { token } }: Course,
  asking: SignedIn,
): Promise<void> => {
  const settings = `/api/courses/${id}`;
  const body = { mode: 'APPROVAL', mayLeave: true };
  await ask('course', `PUT ${settings}/enrollment-settings`, { token, body });
  await ask('course', `POST ${settings}/enrollment-request`, { token: asking.token });
  await ask('course', `POST ${settings}/invitation`, { token, body: {} });
  const old = { name: 'Telegraphy', code: 'EC101', semester: 3 };
  const { _id } = await ask<{ _id: string }>('course', 'POST /api/courses', { token, body: old });
  await ask('course', `POST /api/courses/${_id}/archive`, { token });
};

const cancelClass = async (
  ask: Ask,
  { id, teacher }: Course,
  { refused, set, undone }: Record<'refused' | 'set' | 'undone', SignedIn>,
): Promise<void> => {
  const { token } = teacher;
  const session = await openSession(ask, teacher, id);
  const tried = await mark(ask, refused, session, { pin: WRONG_PIN }).catch(() => undefined);
  if (tried) throw new Error('A wrong PIN was taken.');
  const setOf = ({ id: studentId }: SignedIn) =>
    ask<{ marks: { _id: string }[] }>('attendance', 'POST /api/attendance/statuses', {
      token,
      body: { sessionId: session._id, status: 'PRESENT', students: [{ studentId }] },
    });
  await setOf(set);
  const { marks } = await setOf(undone);
  const body = { sessionId: session._id, marks: marks.map(({ _id: markId }) => ({ markId })) };
  await ask('attendance', 'POST /api/attendance/statuses/clear', { token, body });
  await ask('session', `POST /api/sessions/${session._id}/cancel`, { token });
};

export type FourStudents = [DumpedStudent, DumpedStudent, DumpedStudent, DumpedStudent];

interface Campus {
  algorithms: Course;
  networks: Course;
  students: FourStudents;
  verified: DumpedPerson;
}

/** Stores what the other functions do not, except the tree of the history. */
export const useLaterFeatures = async (
  ask: Ask,
  settings: ServiceSettings,
  { algorithms, networks, students: [first, second, third, fourth], verified }: Campus,
): Promise<void> => {
  await verifyAddress(ask, settings, verified);
  const { deviceId, publicKey } = createDevice();
  // Another device than the first has to wait.
  const added = { deviceId, deviceName: 'Galaxy S24', publicKey };
  await ask('auth', 'POST /api/auth/register-device', { token: first.token, body: added });
  await manageCourses(ask, networks, first);
  await cancelClass(ask, algorithms, { refused: second, set: third, undone: fourth });
  await ask('session', `PUT /api/sessions/extra-time/${algorithms.id}/${first.id}`, {
    token: algorithms.teacher.token,
    body: { minutes: 10 },
  });
  await holdWithPresenceCheck(ask, algorithms, first);
  await holdWithBurstCode(ask, algorithms, first);
};

/** The attendance service, running alone, publishes the tree of a history that is some nights old. */
export const publishTree = async (settings: ServiceSettings): Promise<void> => {
  await ageHistory(settings.databases);
  const processes = await startServiceProcesses(['attendance'], settings);
  try {
    await eventually(async () => {
      if ((await countRoots(settings.databases)) === 0) throw new Error('No root is published.');
    });
  } finally {
    await Promise.all(processes.map((process) => process.stop()));
  }
};
