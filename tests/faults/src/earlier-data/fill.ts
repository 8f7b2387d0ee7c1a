import { routes } from '@qr-attendance/contracts';
import { PASSWORD, PIN } from '@qr-attendance/demo';
import { busConfigSchema, connectEventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { busEnvironment, type ServiceSettings, type SupervisedProcess } from '@qr-attendance/stack';
import { createCampusClient, eventually, type CampusClient, type Member } from '@qr-attendance/test-kit';
import { sendPatiently } from '../campus/call.ts';
import { countUnpublished, cutBus, isDeadLetter, readJobs } from './bus-state.ts';
import { holdClass } from './hold-class.ts';
import { people, register } from './people.ts';
import { type Course, seedLessons } from './seed-lessons.ts';
import { type FourStudents, publishTree, useLaterFeatures } from './use-later-features.ts';

export const settle = ({ databases }: ServiceSettings): Promise<void> =>
  eventually(async () => {
    const unpublished = Object.values(await countUnpublished(databases)).reduce((sum, one) => sum + one, 0);
    const waiting = (await readJobs(databases)).filter((job) => !isDeadLetter(job)).length;
    if (unpublished + waiting > 0) throw new Error(`${unpublished} and ${waiting} events are under way.`);
  });

/** An unreadable event becomes a dead letter in each listening service. */
const publishUnreadable = async ({ databases, kafka }: ServiceSettings): Promise<void> => {
  const config = busConfigSchema.parse(busEnvironment(databases.events, kafka));
  const bus = await connectEventBus(config, createLogger('fill', 'silent'));
  const key = '66f000000000000000000c99';
  const payload = { id: key, name: 'A course without a teacher', version: 1 };
  const occurredAt = new Date().toISOString();
  const id = 'c0ffee00-0000-4000-8000-000000000001';
  await bus.publish({ id, topic: 'course.course-changed', key, version: 1, occurredAt, payload });
  await bus.close();
};

const openCourse = async (
  campus: CampusClient,
  teacher: Member,
  name: string,
  code: string,
  students: Member[],
) => {
  const body = { name, code, section: 'A', semester: 3 };
  const course = await campus.call(routes.course.createCourse, { token: teacher.token, body });
  for (const student of students) await campus.enroll(student, course);
  return { id: course._id, teacher, students } satisfies Course;
};

/** Resolves when all events are handled. */
const fillTerm = async (settings: ServiceSettings, campus: CampusClient) => {
  const { ada, barbara, grace, alan, edsger, katherine } = people;
  const enter = async (person: typeof grace) => {
    const student = await register(campus, person);
    await campus.registerDevice(student, 'Pixel 9');
    await campus.setPin(student, PIN);
    return student;
  };
  const [teacher, other] = [await register(campus, ada), await register(campus, barbara)];
  const students = [await enter(grace), await enter(alan), await enter(edsger), await enter(katherine)];
  const all = students as FourStudents;
  const [first, second, third, fourth] = all;
  await campus.requireOnly(second, { requirePin: true });
  await campus.must('POST', '/api/auth/selfie-consent', { token: third.token, body: { given: true } });
  await campus.must('POST', '/api/auth/email-address/change', {
    token: fourth.token,
    body: { email: 'k.johnson@campus.example', password: PASSWORD },
  });
  const algorithms = await openCourse(campus, teacher, 'Algorithms', 'CS201', students);
  const networks = await openCourse(campus, other, 'Networks', 'EC302', [third, fourth]);
  await seedLessons(settings, algorithms, [3, 2, 1]);
  await seedLessons(settings, networks, [1]);
  await settle(settings);
  await holdClass(campus, algorithms.id, {
    teacher,
    withDevice: first,
    withPin: second,
    byHand: third,
    missing: fourth,
  });
  await useLaterFeatures(campus, settings, { algorithms, networks, students: all, verified: grace });
  await publishUnreadable(settings);
  await settle(settings);
  return { algorithms, networks, students: all };
};

/**
 * Fills empty databases with a small campus in a state that an upgrade may find: dead letters, events that
 * two services have not received, and unpublished events of every service.
 * @param running the services, which this function stops
 */
export const fill = async (settings: ServiceSettings, running: SupervisedProcess[]): Promise<void> => {
  const campus = createCampusClient(settings.urls, { send: sendPatiently });
  const { algorithms, networks, students } = await fillTerm(settings, campus);
  const stop = (names: string[]) =>
    Promise.all(running.filter(({ name }) => names.includes(name)).map((one) => one.stop()));

  await stop(['session', 'attendance']);
  await publishTree(settings);
  const latecomer = await register(campus, people.dennis);
  await campus.enroll(latecomer, { _id: algorithms.id });
  await eventually(async () => {
    const { auth, course } = await countUnpublished(settings.databases);
    if (auth || course) throw new Error('The latecomer is not published yet.');
  });

  await cutBus(settings.databases, true);
  const body = { sessionDefaults: { requirePin: true, lateAfterMinutes: 5, opensItself: true } };
  await campus.must('PATCH', `/api/courses/${networks.id}`, { token: networks.teacher.token, body });
  await campus.must('POST', '/api/auth/selfie-consent', {
    token: students[0]?.token ?? '',
    body: { given: true },
  });
  await stop(['auth', 'course']);
  await seedLessons(settings, networks, [2]);
  await cutBus(settings.databases, false);
};
