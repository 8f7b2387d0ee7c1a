import { routes } from '@qr-attendance/contracts';
import pLimit from 'p-limit';
import type { System } from '@qr-attendance/stack';
import { CallError, createCall, type Call } from '@qr-attendance/stack';
import { ensureEmpty } from './contents.ts';
import { openAdministration } from './open-administration.ts';
import { createPeople, PASSWORD, PIN, SHOWN_STUDENTS } from './people.ts';
import { registerCampus, type EnrolledStudent } from './register-campus.ts';
import { seedHistory, seedJoining } from './seed-history.ts';
import { describeSignIns } from './sign-ins.ts';

const CONCURRENCY = 8;

/** The first student's PIN is written last, so it proves that the demo campus is complete. */
const isFilled = async (call: Call, email: string): Promise<boolean> => {
  try {
    const { profile } = await call(routes.auth.login, { body: { email, password: PASSWORD } });
    return 'hasPin' in profile && profile.hasPin;
  } catch (error) {
    // The person has set up an authenticator app since.
    if (error instanceof CallError && error.code === 'second_factor_required') return true;
    if (error instanceof CallError && error.status === 401) return false;
    throw error;
  }
};

const setPins = async (call: Call, students: EnrolledStudent[]): Promise<void> => {
  const [first, ...others] = students;
  const setPin = ({ token }: EnrolledStudent) => call(routes.auth.setPin, { token, body: { pin: PIN } });
  await pLimit(CONCURRENCY).map(others, setPin);
  if (first) await setPin(first);
};

export type ReportPart = (part: string) => void;

/**
 * Fills an empty system with an administrator, terms, units, teachers, courses, students, four weeks of sessions and
 * marks, and a running session. An existing demo campus stays unchanged; an interrupted demo campus is completed.
 * @throws StartError for a system with other people, courses or sessions
 */
export const fillDemoCampus = async (
  system: System,
  report: ReportPart = () => undefined,
): Promise<string> => {
  const call = createCall(system.url, system.ask);
  const people = createPeople();
  const signIns = describeSignIns(people);
  if (await isFilled(call, people.students[0]?.form.email ?? ''))
    return `\nThe demo campus is already there.\n${signIns}`;
  await ensureEmpty(system.databases);
  report('administrator, terms and units');
  const administration = await openAdministration(system, call);
  report('people, courses and enrollments');
  const { students, taught } = await registerCampus(call, people, administration);
  report('four weeks of classes');
  await seedHistory(system, call, taught, students.slice(0, SHOWN_STUDENTS));
  // Runs after the marks, because it changes who has to attend the past lessons.
  await seedJoining(system, taught, students);
  await setPins(call, students);
  return `${signIns}\nThe session lists know within a minute or so how many came to the older sessions.`;
};
