import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes, type DeadLetterPage, type RepublishResult } from '@qr-attendance/contracts';
import { ownerOf, topics } from '@qr-attendance/contracts/events';
import {
  chooseUrls,
  createSecrets,
  migrateServices,
  publicOriginsOf,
  ROOT,
  runNode,
  serviceEnvironment,
  serviceNames,
  type ServiceSettings,
  startServiceProcesses,
  type SupervisedProcess,
} from '@qr-attendance/stack';
import { createCampusClient, eventually, type CampusClient, type Member } from '@qr-attendance/test-kit';
import { sendPatiently } from '../src/campus/call.ts';
import { askAgain } from '../src/earlier-data/answers.ts';
import { isDeadLetter, writeJobs } from '../src/earlier-data/bus-state.ts';
import { type Dump, DUMPS, restoreDump } from '../src/earlier-data/dump.ts';
import { settle } from '../src/earlier-data/fill.ts';
import { createDump } from '../src/earlier-data/make-dump.ts';
import { mark, openSession } from '../src/earlier-data/hold-class.ts';
import { createAsk, people, type PersonName, signInAll } from '../src/earlier-data/people.ts';

const THIS = 'this release';
const releases = readdirSync(DUMPS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each([...releases, THIS])('the data of %s', (release) => {
  let scratch: string;
  let dump: Dump;
  let settings: ServiceSettings;
  let processes: SupervisedProcess[] = [];
  let ask: ReturnType<typeof createAsk>;
  let campus: CampusClient;
  let signedIn: Record<PersonName, Member>;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'qr-earlier-'));
    const [made, restored] = [join(scratch, 'made'), join(scratch, 'restored')];
    await Promise.all([made, restored].map((path) => mkdir(path)));
    const folder = release === THIS ? join(scratch, 'dump') : join(DUMPS, release);
    if (release === THIS) await createDump(folder, made, ROOT);
    dump = await restoreDump(folder);
    const { databases } = dump.filled;
    settings = {
      databases,
      urls: await chooseUrls(),
      secrets: { ...createSecrets(), pinPepper: dump.pinPepper },
      publicOrigins: publicOriginsOf(8080),
      dataDir: restored,
    };
    ask = createAsk(settings.urls);
    campus = createCampusClient(settings.urls, { send: sendPatiently });
    await migrateServices(serviceNames, settings);
    await writeJobs(databases, dump.jobs);
    processes = await startServiceProcesses(serviceNames, settings);
    await settle(settings);
    signedIn = await signInAll(campus, new Set(dump.answers.map(({ person }) => person)));
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.stop()));
    await dump?.filled.drop();
    await rm(scratch, { recursive: true, force: true });
  });

  const internal = () => ({ token: settings.secrets.internalToken });
  const lettersOf = (service: (typeof serviceNames)[number]) =>
    ask<DeadLetterPage>(service, 'GET', '/internal/dead-letters', internal());
  /** This release may add fields to earlier answers, but must not change anything else. */
  const expectSameAnswers = async () => {
    const answers = await askAgain(ask, signedIn, dump.answers);
    for (const [index, answer] of dump.answers.entries()) expect(answers[index]).toMatchObject(answer);
  };

  test('produces the same responses as that release, once pending events have arrived', async () => {
    expect(dump.answers.length).toBeGreaterThan(50);
    expect(dump.jobs.filter((job) => !isDeadLetter(job)).length).toBeGreaterThan(0);
    await expectSameAnswers();
  });

  test('keeps its dead letters with their reasons', async () => {
    const { postgres, mongodb } = dump.manifest;
    for (const service of serviceNames) {
      // Earlier releases stored dead letters on the bus instead of in each service.
      const left = dump.jobs.filter(({ name }) => name === `${service}/dead-letters`);
      const own =
        postgres[service]?.tables['dead_letters'] ?? mongodb[service]?.collections['dead_letters'] ?? 0;
      await eventually(async () => {
        const { letters } = await lettersOf(service);
        expect(letters).toHaveLength(left.length + own);
        expect(letters.map(({ event }) => event)).toEqual(
          expect.arrayContaining(left.map(({ data }) => data)),
        );
        for (const { reason } of letters) expect(reason).toMatch(/teacherId/);
      });
    }
  });

  test('can be republished by its owners and read by all subscribers', async () => {
    const before = await Promise.all(serviceNames.map(lettersOf));
    const republished: Record<string, number> = {};
    for (const topic of topics) {
      let next: string | undefined;
      do {
        const from = next === undefined ? '' : `&after=${encodeURIComponent(next)}`;
        const path = `/internal/republish?topic=${topic.name}${from}`;
        const batch = await ask<RepublishResult>(ownerOf(topic), 'POST', path, internal());
        republished[topic.name] = (republished[topic.name] ?? 0) + batch.republished;
        next = batch.next;
      } while (next !== undefined);
    }
    const { postgres, mongodb } = dump.manifest;
    expect(republished).toMatchObject({
      'auth.user-changed': postgres['auth']?.tables['users'],
      'auth.security-changed': postgres['auth']?.tables['students'],
      'course.course-changed': mongodb['course']?.collections['courses'],
      'course.membership-changed': mongodb['course']?.collections['enrollments'],
      'session.session-changed': mongodb['session']?.collections['sessions'],
      'attendance.marked': postgres['attendance']?.tables['scans'],
    });
    await settle(settings);
    expect(await Promise.all(serviceNames.map(lettersOf))).toEqual(before);
    await expectSameAnswers();
  });

  test('has a valid history of marks', async () => {
    const env = serviceEnvironment('attendance', settings);
    const said = await runNode('services/attendance/src/verify-history.ts', env);
    expect(said).toMatch(/Nothing was tampered with\.$/);
  });

  test('lets a student mark with the PIN that was set in that release', async () => {
    const { ada: teacher, alan: student } = signedIn;
    const { token } = teacher;
    const [course] = await campus.call(routes.course.listCourses, { token });
    const session = await openSession(campus, teacher, course!._id);
    const { _id } = await mark(campus, student, session);
    const query = { sessionId: session._id };
    expect(await campus.call(routes.attendance.listAttendance, { token, query })).toMatchObject([
      { _id, status: 'PRESENT', student: { name: people.alan.name } },
    ]);
  });
});
