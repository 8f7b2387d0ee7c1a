import type { Page } from '@playwright/test';
import type { Session } from '@qr-attendance/contracts';
import type { Member } from '@qr-attendance/e2e/support/campus';
import type { Given, Task } from './journeys.ts';
import type { Class, Scene } from './scene.ts';

const CLASS_SIZE = 30;
const TO_MARK = 13;
const MISSING = 15;
/** Number of past sessions, and of those that the student below the limit attended: 50 %. */
const HELD = 4;
const BELOW = { students: 4, attended: 2 };
const SCHEDULED_IN_MINUTES = 10;

interface Prepared {
  page: Page;
  given: Given;
}

const namesOf = (students: Member[]): string[] => students.map(({ name }) => name).toSorted();
const spread = (students: Member[], count: number): Member[] => {
  const step = students.length / count;
  return Array.from({ length: count }, (_, index) => students[Math.floor(index * step)]).filter(
    (student) => student !== undefined,
  );
};

export const prepareJourney = async (scene: Scene, task: Task): Promise<Prepared> => {
  const taught = await scene.openClass();
  const given = (session?: Session, students: Member[] = []): Given => ({
    scanned: session ? scene.scannedOf(session) : '',
    sessionId: session?._id ?? '',
    course: taught.course,
    names: namesOf(students),
  });
  return preparations[task](scene, taught, given);
};

type Prepare = (
  scene: Scene,
  taught: Class,
  given: (session?: Session, students?: Member[]) => Given,
) => Promise<Prepared>;

const returning: Prepare = async (scene, taught, given) => {
  const [student] = await scene.enroll(taught, 1);
  if (!student) throw new Error('nobody is enrolled');
  const session = await scene.openCheckedSession(taught);
  const page = await scene.openPhone(session);
  await scene.settle(page, student);
  return { page, given: given(session) };
};

const marked: Prepare = async (scene, taught, given) => {
  const students = await scene.enroll(taught, CLASS_SIZE);
  await Promise.all(students.map(scene.askNothing));
  const [student] = spread(students, 1);
  if (!student) throw new Error('nobody is enrolled');
  const session = await scene.openSession(taught);
  await scene.mark(session, [student]);
  return { page: await scene.openComputer(taught), given: given(session, [student]) };
};

/** A course of which one class was held. */
const held: Prepare = async (scene, taught, given) => {
  const students = await scene.enroll(taught, CLASS_SIZE);
  await scene.hold(taught, []);
  return { page: await scene.openComputer(taught), given: given(undefined, spread(students, 1)) };
};

const preparations: Record<Task, Prepare> = {
  ownCamera: returning,
  inApp: returning,
  newStudent: async (scene, taught, given) => {
    const session = await scene.openCheckedSession(taught);
    return { page: await scene.openPhone(session), given: given(session) };
  },
  scheduled: async (scene, taught, given) => {
    const session = await scene.openSession(taught, { startsIn: SCHEDULED_IN_MINUTES });
    return { page: await scene.openComputer(taught), given: given(session) };
  },
  unplanned: async (scene, taught, given) => ({ page: await scene.openComputer(taught), given: given() }),
  markMany: async (scene, taught, given) => {
    const students = await scene.enroll(taught, CLASS_SIZE);
    const session = await scene.openSession(taught);
    return { page: await scene.openComputer(taught), given: given(session, spread(students, TO_MARK)) };
  },
  correct: marked,
  undoMark: marked,
  file: held,
  print: held,
  belowLimit: async (scene, taught, given) => {
    const students = await scene.enroll(taught, CLASS_SIZE);
    await Promise.all(students.map(scene.askNothing));
    const below = spread(students, BELOW.students);
    for (let held = 0; held < HELD; held++)
      await scene.hold(
        taught,
        held < BELOW.attended ? students : students.filter((one) => !below.includes(one)),
      );
    return { page: await scene.openComputer(taught), given: given(undefined, below) };
  },
  missing: async (scene, taught, given) => {
    const students = await scene.enroll(taught, CLASS_SIZE);
    await Promise.all(students.map(scene.askNothing));
    const absent = spread(students, MISSING);
    const session = await scene.openSession(taught);
    await scene.mark(
      session,
      students.filter((one) => !absent.includes(one)),
    );
    return { page: await scene.openComputer(taught), given: given(session, absent) };
  },
  undo: async (scene, taught, given) => {
    const students = await scene.enroll(taught, 2);
    await scene.hold(taught, []);
    return { page: await scene.openComputer(taught), given: given(undefined, students) };
  },
};
