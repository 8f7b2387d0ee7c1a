import type { ImportKind } from '@qr-attendance/contracts';
import type { Values, World } from '@qr-attendance/statements';
import type { Ranks } from '@qr-attendance/statements/testing';
import { call, createTestAdmin } from '@qr-attendance/test-kit';
import mongoose from 'mongoose';
import { newId, type Office } from '../support/office.ts';
import { TIMES } from '../support/timetable.ts';
import type { Course } from './open-course.ts';
import { THINGS } from './stories.ts';

export interface Things {
  kind: ImportKind;
  header: string;
  keys: string[];
  fields: readonly string[];
  ranks: Ranks;
  isCompletable: boolean;
  /**
   * When an undo keeps what the run began: if it differs from the statements, if people have ever changed it,
   * or never.
   */
  keeps: 'changed' | 'touched' | 'nothing';
  valuesOf: (index: number, variants: number[]) => Values;
  /** @param previous the current ID of the object, if the line changes it */
  lineOf: (index: number, values: Values, previous: string) => (string | number)[];
  /** Only for objects whose ID is one of their values. */
  identify?: (index: number, values: Values, world: World) => { values: Values; previous: string };
  read: () => Promise<World[]>;
  change?: (index: number, values: Values) => Promise<unknown>;
  remove?: (index: number) => Promise<unknown>;
  restore?: (index: number) => Promise<unknown>;
}

/** @returns a function that signs in as the administrator who merges and erases people */
export const createAdministrator = async ({ services }: Office): Promise<() => Promise<string>> => {
  const [email, password] = [`${newId()}@campus.example`, 'a long walk along the river'];
  const token = await createTestAdmin(services, { name: 'Alan Admin', email });
  const post = <Body>(path: string, body: object) =>
    call<Body>(services.urls.auth, 'POST', `/api/auth/${path}`, { body });
  await post('reset-password', { token, password });
  return async () => (await post<{ token: string }>('login', { email, password })).body.token;
};

export const createIds = () => Array.from({ length: THINGS }, newId);

export const createPeople = (office: Office): Things => {
  const keys = createIds();
  return {
    kind: 'people',
    header: 'person,name,email,role',
    keys,
    fields: ['name', 'email'],
    ranks: { email: ['platform', 'registry'] },
    isCompletable: false,
    keeps: 'nothing',
    valuesOf: (index, [name = 0, email = 0]) => ({
      name: `Person ${name}`,
      email: `${keys[index]}-${email}@campus.example`,
    }),
    lineOf: (index, { name, email }) => [keys[index] ?? '', String(name), String(email), 'student'],
    read: async () =>
      (await office.findPeople(keys)).map((person) =>
        person
          ? {
              name: person.values.name,
              email: person.values.email,
            }
          : undefined,
      ),
  };
};

type Stage = Course & { section: string };

export const createMemberships = (office: Office, people: Things, { times, section }: Stage): Things => {
  const users = async () => (await office.findPeople(people.keys)).map((person) => person?.id);
  /** Caches ids, because withdrawn people keep theirs. */
  const userIds: (string | undefined)[] = [];
  const userOf = async (index: number) => {
    for (const [at, id] of (await users()).entries()) userIds[at] ??= id;
    return userIds[index] ?? '';
  };
  const ask = (method: string, path: string) =>
    call(office.services.urls.course, method, `/api/courses/${times.id}${path}`, { token: times.token });
  return {
    kind: 'memberships',
    header: 'section,person',
    keys: people.keys,
    fields: [],
    ranks: {},
    isCompletable: true,
    keeps: 'nothing',
    valuesOf: () => ({}),
    lineOf: (index) => [section, people.keys[index] ?? ''],
    read: async () => {
      const ids = await Promise.all(people.keys.map((_key, index) => userOf(index)));
      const memberships = await office.database
        .collection<{
          studentId: string;
          active: boolean;
        }>('enrollments')
        .find({
          courseId: new mongoose.Types.ObjectId(times.id),
          studentId: { $in: ids },
        } as object)
        .toArray();
      const active = new Set(memberships.flatMap((one) => (one.active ? one.studentId : [])));
      return ids.map((id) => (active.has(id) ? {} : undefined));
    },
    remove: async (index) => ask('DELETE', `/students/${await userOf(index)}`),
    restore: async (index) => ask('POST', `/students/${await userOf(index)}/restore`),
  };
};

const HOURS = ['08:00', '10:00', '12:00'];
const endOf = (start: unknown) => String(start).replace(':00', ':45');

interface FoundClass {
  name: string;
  values: { start: string; everyWeeks: number } | null;
}

/** Each class has a different weekday, which identifies it. */
export const createClasses = (office: Office, { times, section }: Stage): Things => {
  const keys = createIds();
  const { urls, internalToken: token } = office.services;
  return {
    kind: 'timetable',
    header: `${TIMES},every_weeks,id`.replace(',room_id', ''),
    keys,
    ranks: {},
    fields: ['start', 'everyWeeks'],
    isCompletable: true,
    keeps: 'touched',
    valuesOf: (_index, [hour = 0, weeks = 0]) => ({
      start: HOURS[hour] ?? '',
      everyWeeks: 1 + (weeks % 2),
    }),
    lineOf: (index, { start, everyWeeks }) => [
      section,
      index + 1,
      String(start),
      endOf(start),
      Number(everyWeeks),
      keys[index] ?? '',
    ],
    read: async () => {
      const sections = [
        {
          courseId: times.id,
          sectionId: times.sectionIdOf(section),
        },
      ];
      const response = await call<FoundClass[]>(urls.session, 'POST', '/internal/timetable/find', {
        token,
        body: { sections },
      });
      return keys.map((key) => {
        const values = response.body.find(({ name, values: present }) => name === key && present)?.values;
        return values
          ? {
              start: values.start,
              everyWeeks: values.everyWeeks,
            }
          : undefined;
      });
    },
    change: async (index, { start, everyWeeks }) => {
      const series = (await times.seriesOf(section)).find(
        ({ rules }) => rules.at(-1)?.slots[0]?.weekday === index + 1,
      );
      if (!series) throw new Error('the class is not there');
      const slots = [
        {
          weekday: index + 1,
          start: String(start),
          end: endOf(start),
        },
      ] as never;
      return times.edit(series, {
        slots,
        everyWeeks: Number(everyWeeks),
      });
    },
  };
};
