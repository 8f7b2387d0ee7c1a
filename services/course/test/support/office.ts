import { randomUUID } from 'node:crypto';
import type { AppliedRecord, KnownPerson } from '@qr-attendance/contracts';
import { userChanged, type UserChanged } from '@qr-attendance/contracts/events';
import { createEvent } from '@qr-attendance/messaging';
import { call, someone, startServices } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { createImporter } from './imports.ts';
import { startSessionNeighbor } from './session-neighbor.ts';

type ServiceName = Parameters<typeof startServices>[0][number];

export const newId = () => `i${randomUUID().slice(0, 8)}`;
export const csv = (header: string, lines: (string | number)[][]): string =>
  [header, ...lines.map((line) => line.join(','))].join('\n');

export const SECTIONS = 'section_id,section,course_id,code,name,semester';

export interface StoredCourse {
  _id: mongoose.Types.ObjectId;
  name: string;
  teacherId: string;
  staff?: { userId: string; role: string; until?: string; sectionIds?: string[] }[];
  sections: { id: string; name: string; externalId?: string; archived?: boolean }[];
  termId?: string;
  version: number;
  deleted?: boolean;
}

export const openOffice = async (
  names: ServiceName[] = ['auth', 'course', 'session', 'attendance'],
  options: Parameters<typeof startServices>[1] = {},
) => {
  const neighbor = names.includes('session') ? undefined : await startSessionNeighbor();
  const urls = { ...(neighbor && { session: neighbor.url }), ...options.urls };
  const services = await startServices(names, { ...options, urls });
  const account = someone('ADMIN');
  const admin = { token: services.tokenFor(account) };
  const importer = createImporter(() => services.urls.course, admin);
  const database = await mongoose.createConnection(services.databases.course).asPromise();
  // The administrator must be known: names of unknown people would be requested from the owner for each
  // answer.
  await database
    .collection<{ _id: string }>('people')
    .insertOne({ _id: account.id, name: account.name, userType: 'ADMIN', version: 1 } as { _id: string });

  const findPeople = async (institutionIds: string[]): Promise<(KnownPerson | null)[]> => {
    const path = '/internal/people/find';
    const options = { token: services.internalToken, body: { institutionIds } };
    return (await call<(KnownPerson | null)[]>(services.urls.auth, 'POST', path, options)).body;
  };
  /** Sends records like an import of people, without its file; suites about that import apply files. */
  const importPeople = async (
    role: 'student' | 'staff',
    count: number,
    source = 'files',
  ): Promise<{ id: string; user: string }[]> => {
    const people = Array.from({ length: count }, newId).map((institutionId) => ({
      institutionId,
      name: `Person ${institutionId}`,
      email: `${institutionId}@campus.example`,
      role,
    }));
    const run = new mongoose.Types.ObjectId().toHexString();
    const { body } = await call<AppliedRecord[]>(services.urls.auth, 'PUT', '/internal/people', {
      token: services.internalToken,
      body: { run, source, ranking: { sources: [source], fields: {} }, people },
    });
    return people.map(({ institutionId: id }, index) => ({ id, user: body[index]?.id ?? '' }));
  };
  const importCourse = async (sections = 2) => {
    const course = newId();
    const ids = Array.from({ length: sections }, newId);
    const lines = ids.map((id, index) => [id, String(index + 1), course, course, 'Optics', 3]);
    return { course, ids, run: await importer.apply('sections', csv(SECTIONS, lines)) };
  };
  const storedCourse = (externalId: string) =>
    database.collection<StoredCourse>('courses').findOne({ externalId, deleted: { $ne: true } } as object, {
      // Excludes fields that change at any time, or with each file.
      projection: { outbox: 0, statements: 0, sectionStatements: 0, staffStatements: 0 },
    });

  return {
    ...importer,
    services,
    database,
    token: admin.token,
    findPeople,
    importPeople,
    importCourse,
    storedCourse,
    tokenOf: (id: string) => services.tokenFor({ ...someone('TEACHER'), id }),
    /** Publishes a change of a person like the auth service. */
    publishUser: async (id: string, userType: 'TEACHER' | 'STUDENT', change: Partial<UserChanged>) => {
      const bus = await services.connectBus();
      const user = { id, name: 'Somebody', email: `${id}@campus.example`, userType, version: 100 };
      await bus.publish(
        createEvent(userChanged, id, { ...user, suspended: false, ...change } as UserChanged),
      );
      await bus.close();
    },
    askAs: async <Body>(user: string, course: string, method: string, path: string, body?: object) => {
      const id = (await storedCourse(course))?._id.toHexString() ?? '';
      const token = services.tokenFor({ ...someone('TEACHER'), id: user });
      return call<Body>(services.urls.course, method, `/api/courses/${id}${path}`, { token, body });
    },
    close: async () => {
      await database.close();
      await services.stop();
      neighbor?.close();
    },
  };
};
export type Office = Awaited<ReturnType<typeof openOffice>>;
