import { PASSWORD, PIN } from '@qr-attendance/demo';
import { busConfigSchema, connectEventBus } from '@qr-attendance/messaging';
import { createLogger } from '@qr-attendance/observability';
import { busEnvironment, type ServiceSettings, type Supervised } from '@qr-attendance/stack';
import { eventually, createDevice } from '@qr-attendance/test-kit';
import { countUnpublished, cutBus, isDeadLetter, readJobs } from './bus-state.ts';
import { holdClass } from './hold-class.ts';
import { type Ask, createAsk, people, register, type SignedIn } from './people.ts';
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

const openCourse = async (ask: Ask, teacher: SignedIn, name: string, code: string, students: SignedIn[]) => {
  const body = { name, code, section: 'A', semester: 3 };
  const { _id } = await ask<{ _id: string }>('course', 'POST /api/courses', { token: teacher.token, body });
  for (const { token } of students) await ask('course', `POST /api/courses/${_id}/enroll`, { token });
  return { id: _id, teacher, students } satisfies Course;
};

/** Resolves when all events are handled. */
const fillTerm = async (settings: ServiceSettings, ask: Ask) => {
  const { ada, barbara, grace, alan, edsger, katherine } = people;
  const enter = async (person: typeof grace) => {
    const student = await register(ask, person);
    const device = createDevice();
    const { deviceId, publicKey } = device;
    const body = { deviceId, deviceName: 'Pixel 9', publicKey };
    await ask('auth', 'POST /api/auth/register-device', { token: student.token, body });
    await ask('auth', 'POST /api/auth/set-pin', { token: student.token, body: { pin: PIN } });
    return { ...student, device };
  };
  const [teacher, other] = [await register(ask, ada), await register(ask, barbara)];
  const students = [await enter(grace), await enter(alan), await enter(edsger), await enter(katherine)];
  const all = students as FourStudents;
  const [first, second, third, fourth] = all;
  const pinAlone = {
    requirePin: true,
    requireBiometric: false,
    requireDeviceVerification: false,
    requireSelfie: false,
  };
  await ask('auth', 'POST /api/auth/update-security', {
    token: second.token,
    body: { securityPreferences: pinAlone },
  });
  await ask('auth', 'POST /api/auth/selfie-consent', { token: third.token, body: { given: true } });
  await ask('auth', 'POST /api/auth/email-address/change', {
    token: fourth.token,
    body: { email: 'k.johnson@campus.example', password: PASSWORD },
  });
  const algorithms = await openCourse(ask, teacher, 'Algorithms', 'CS201', students);
  const networks = await openCourse(ask, other, 'Networks', 'EC302', [third, fourth]);
  await seedLessons(settings, algorithms, [3, 2, 1]);
  await seedLessons(settings, networks, [1]);
  await settle(settings);
  await holdClass(ask, algorithms.id, {
    teacher,
    withDevice: first,
    device: first.device,
    withPin: second,
    byHand: third,
    missing: fourth,
  });
  await useLaterFeatures(ask, settings, { algorithms, networks, students: all, verified: grace });
  await publishUnreadable(settings);
  await settle(settings);
  return { algorithms, networks, students: all };
};

/**
 * Fills empty databases with a small campus in a state that an upgrade may find: dead letters, events that
 * two services have not received, and unpublished events of every service. @param running the services, which
 * this function stops
 */
export const fill = async (settings: ServiceSettings, running: Supervised[]): Promise<void> => {
  const ask = createAsk(settings.urls);
  const { algorithms, networks, students } = await fillTerm(settings, ask);
  const stop = (names: string[]) =>
    Promise.all(running.filter(({ name }) => names.includes(name)).map((one) => one.stop()));

  await stop(['session', 'attendance']);
  await publishTree(settings);
  const latecomer = await register(ask, people.dennis);
  await ask('course', `POST /api/courses/${algorithms.id}/enroll`, { token: latecomer.token });
  await eventually(async () => {
    const { auth, course } = await countUnpublished(settings.databases);
    if (auth || course) throw new Error('The latecomer is not published yet.');
  });

  await cutBus(settings.databases, true);
  const body = { sessionDefaults: { requirePin: true, lateAfterMinutes: 5, opensItself: true } };
  await ask('course', `PATCH /api/courses/${networks.id}`, { token: networks.teacher.token, body });
  await ask('auth', 'POST /api/auth/selfie-consent', {
    token: students[0]?.token ?? '',
    body: { given: true },
  });
  await stop(['auth', 'course']);
  await seedLessons(settings, networks, [2]);
  await cutBus(settings.databases, false);
};
