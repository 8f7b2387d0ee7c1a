import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PASSWORD } from '@qr-attendance/demo';
import { mailDirOf, type ServiceSettings, startServiceProcesses } from '@qr-attendance/stack';
import { createDevice, eventually, type CampusClient, type Member } from '@qr-attendance/test-kit';
import { ageHistory, countRoots } from './bus-state.ts';
import { mark, openSession } from './hold-class.ts';
import { holdWithBurstCode, holdWithPresenceCheck } from './hold-guarded-classes.ts';
import type { DumpedPerson } from './people.ts';
import type { Course } from './seed-lessons.ts';

const WRONG_PIN = '1357';

const verifyAddress = async (
  campus: CampusClient,
  { dataDir }: ServiceSettings,
  { email }: DumpedPerson,
): Promise<void> => {
  const folder = mailDirOf(dataDir);
  const token = await eventually(async () => {
    for (const name of await readdir(folder)) {
      // Quoted-printable encoding folds long lines.
      const mail = (await readFile(join(folder, name), 'utf8')).replaceAll(/=\r?\n/g, '');
      const token = mail.includes(email) && /\/verify-email#([\w-]+)/.exec(mail)?.[1];
      if (token) return token;
    }
    throw new Error(`No link was mailed to ${email}.`);
  });
  await campus.must('POST', '/api/auth/email-address/verify', { body: { token, password: PASSWORD } });
};

const manageCourses = async (
  campus: CampusClient,
  { id, teacher: { token } }: Course,
  asking: Member,
): Promise<void> => {
  const settings = `/api/courses/${id}`;
  const body = { mode: 'APPROVAL', mayLeave: true };
  await campus.must('PUT', `${settings}/enrollment-settings`, { token, body });
  await campus.must('POST', `${settings}/enrollment-request`, { token: asking.token });
  await campus.must('POST', `${settings}/invitation`, { token, body: {} });
  const old = { name: 'Telegraphy', code: 'EC101', semester: 3 };
  const { _id } = await campus.must<{ _id: string }>('POST', '/api/courses', { token, body: old });
  await campus.must('POST', `/api/courses/${_id}/archive`, { token });
};

const cancelClass = async (
  campus: CampusClient,
  { id, teacher }: Course,
  { refused, set, undone }: Record<'refused' | 'set' | 'undone', Member>,
): Promise<void> => {
  const { token } = teacher;
  const session = await openSession(campus, teacher, id);
  const tried = await mark(campus, refused, session, WRONG_PIN).catch(() => undefined);
  if (tried) throw new Error('A wrong PIN was taken.');
  const setOf = ({ id: studentId }: Member) =>
    campus.must<{ marks: { _id: string }[] }>('POST', '/api/attendance/statuses', {
      token,
      body: { sessionId: session._id, status: 'PRESENT', students: [{ studentId }] },
    });
  await setOf(set);
  const { marks } = await setOf(undone);
  const body = { sessionId: session._id, marks: marks.map(({ _id: markId }) => ({ markId })) };
  await campus.must('POST', '/api/attendance/statuses/clear', { token, body });
  await campus.must('POST', `/api/sessions/${session._id}/cancel`, { token });
};

export type FourStudents = [Member, Member, Member, Member];

interface Campus {
  algorithms: Course;
  networks: Course;
  students: FourStudents;
  verified: DumpedPerson;
}

/** Stores everything that the other functions do not, except the history tree. */
export const useLaterFeatures = async (
  campus: CampusClient,
  settings: ServiceSettings,
  { algorithms, networks, students: [first, second, third, fourth], verified }: Campus,
): Promise<void> => {
  await verifyAddress(campus, settings, verified);
  // A second device has a cool-down.
  await campus.registerDevice({ token: first.token, device: createDevice() }, 'Galaxy S24');
  await manageCourses(campus, networks, first);
  await cancelClass(campus, algorithms, { refused: second, set: third, undone: fourth });
  await campus.must('PUT', `/api/sessions/extra-time/${algorithms.id}/${first.id}`, {
    token: algorithms.teacher.token,
    body: { minutes: 10 },
  });
  await holdWithPresenceCheck(campus, algorithms, first);
  await holdWithBurstCode(campus, algorithms, first);
};

/** Runs the attendance service alone, which publishes the tree of a history that is some nights old. */
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
