import type { Room } from '@qr-attendance/contracts';
import type { Values, World } from '@qr-attendance/statements';
import { call } from '@qr-attendance/test-kit';
import { newId, type Office } from '../support/office.ts';
import type { Course } from './open-course.ts';
import { THINGS, VARIANTS } from './stories.ts';
import { createIds, type Things } from './things.ts';

const SUFFIXES = Array.from({ length: VARIANTS }, (_suffix, index) => (index === 0 ? '' : `-${index}`));

/** Objects whose ID files can change (rule 13). Objects that do not exist have the ID of an earlier file. */
const createIdentities = (keys: string[]) => {
  const ids = keys.map((key) => SUFFIXES.map((suffix) => `${key}${suffix}`));
  const last = [...keys];
  return {
    all: ids.flat(),
    indexOf: (id: string | undefined): number => ids.findIndex((some) => some.includes(id ?? '')),
    idOf: (index: number, variant: number): string => ids[index]?.[variant % VARIANTS] ?? '',
    identify: (index: number, values: Values, world: World): { values: Values; previous: string } => {
      const present = world?.['id'];
      if (typeof present === 'string') last[index] = present;
      const id = world ? String(values['id']) : (last[index] ?? '');
      return { values: { ...values, id }, previous: world && id !== present ? String(present) : '' };
    },
  };
};

interface ListItem {
  _id: string;
  name: string;
  externalId?: string;
  version: number;
}

const createFind =
  <Item extends ListItem>(
    keys: string[],
    indexOf: (id: string | undefined) => number,
    list: (search: string) => Promise<Item[]>,
  ) =>
  async (): Promise<(Item | undefined)[]> => {
    const found = (await Promise.all(keys.map(list))).flat();
    return keys.map((_key, index) => found.find(({ externalId }) => indexOf(externalId) === index));
  };

export const createRooms = (office: Office): Things => {
  const keys = createIds();
  const { identify, idOf, indexOf } = createIdentities(keys);
  const ask = <Body>(method: string, path: string, body?: object) =>
    call<Body>(office.services.urls.session, method, path, { token: office.token, body });
  const find = createFind(keys, indexOf, async (search) => {
    const { body } = await ask<Room[]>('GET', `/api/rooms?search=${search}`);
    return body;
  });
  return {
    kind: 'rooms',
    header: 'id,name,capacity,previous_id',
    keys,
    ranks: {},
    identify,
    fields: ['id', 'name', 'capacity'],
    isCompletable: false,
    keeps: 'changed',
    valuesOf: (index, [name = 0, seats = 0]) => ({
      id: idOf(index, name + seats),
      name: `${keys[index]} ${name}`,
      capacity: 10 + seats,
    }),
    lineOf: (_index, { id, name, capacity }, previous) => [
      String(id),
      String(name),
      Number(capacity),
      previous,
    ],
    read: async () =>
      (await find()).map(
        (room) =>
          room && {
            id: room.externalId ?? null,
            name: room.name,
            capacity: room.capacity ?? null,
          },
      ),
    change: async (index, { name, capacity }) => {
      const { _id, source: _source, ...details } = (await find())[index] as Room;
      return ask('PUT', `/api/rooms/${_id}`, {
        ...details,
        name,
        capacity,
      });
    },
    remove: async (index) => ask('DELETE', `/api/rooms/${(await find())[index]?._id}`),
  };
};

interface Term extends ListItem {
  firstDay: string;
  lastDay: string;
}

export const createTerms = (office: Office): Things => {
  const keys = createIds();
  const { identify, idOf, indexOf } = createIdentities(keys);
  const find = createFind(keys, indexOf, async (search) => {
    const { body } = await office.ask<Term[]>('GET', `/api/terms?search=${search}`);
    return body;
  });
  return {
    kind: 'terms',
    header: 'id,name,starts,ends,previous_id',
    keys,
    ranks: {},
    identify,
    fields: ['id', 'name', 'lastDay'],
    isCompletable: false,
    keeps: 'changed',
    valuesOf: (index, [name = 0, day = 0]) => ({
      id: idOf(index, name + day),
      name: `${keys[index]} ${name}`,
      lastDay: `2034-12-2${day}`,
    }),
    lineOf: (_index, { id, name, lastDay }, previous) => [
      String(id),
      String(name),
      '2034-09-01',
      String(lastDay),
      previous,
    ],
    read: async () =>
      (await find()).map(
        (term) =>
          term && {
            id: term.externalId ?? null,
            name: term.name,
            lastDay: term.lastDay,
          },
      ),
    change: async (index, { name, lastDay }) => {
      const term = (await find())[index];
      const { firstDay, externalId, version } = term ?? {};
      const edit = {
        name,
        firstDay,
        lastDay,
        breaks: [],
        externalId,
        version,
      };
      return office.ask('PUT', `/api/terms/${term?._id}`, edit);
    },
    remove: async (index) => office.ask('DELETE', `/api/terms/${(await find())[index]?._id}`),
  };
};

interface Unit extends ListItem {
  parentId?: string;
}

export const createUnits = (office: Office, { faculties }: Course): Things => {
  const keys = createIds();
  const { identify, idOf, indexOf } = createIdentities(keys);
  const find = createFind(keys, indexOf, async (search) => {
    const { body } = await office.ask<Unit[]>('GET', `/api/units?search=${search}`);
    return body;
  });
  const facultyAt = (variant: number) => faculties[variant % faculties.length];
  return {
    kind: 'units',
    header: 'id,name,kind,parent_id,previous_id',
    keys,
    ranks: {},
    identify,
    fields: ['id', 'name', 'parent'],
    isCompletable: false,
    keeps: 'changed',
    valuesOf: (index, [name = 0, parent = 0]) => ({
      id: idOf(index, name + parent),
      name: `${keys[index]} ${name}`,
      parent: facultyAt(parent)?.id ?? null,
    }),
    lineOf: (_index, { id, name, parent }, previous) => [
      String(id),
      String(name),
      'department',
      String(parent),
      previous,
    ],
    read: async () =>
      (await find()).map((unit) => {
        const parent = faculties.find(({ _id }) => _id === unit?.parentId)?.id ?? null;
        return (
          unit && {
            id: unit.externalId ?? null,
            name: unit.name,
            parent,
          }
        );
      }),
    change: async (index, { name, parent }) => {
      const unit = (await find())[index];
      const { externalId, version } = unit ?? {};
      const parentId = faculties.find(({ id }) => id === parent)?._id;
      return office.ask('PUT', `/api/units/${unit?._id}`, {
        name,
        externalId,
        parentId,
        version,
      });
    },
    remove: async (index) => office.ask('DELETE', `/api/units/${(await find())[index]?._id}`),
  };
};

const ROLES = ['co-teacher', 'assistant', 'auditor'];

/** Teachers with a role in the course that all stories share. */
export const createStaff = (office: Office, { times, code, takeTeachers }: Course): Things => {
  const teachers = takeTeachers(THINGS);
  const path = `/api/courses/${times.id}/staff`;
  const ask = <Body>(method: string, rest: string, body?: object) =>
    call<Body>(office.services.urls.course, method, `${path}${rest}`, { token: times.token, body });
  const userOf = (index: number) => teachers[index]?.user ?? newId();
  return {
    kind: 'staff',
    header: 'person,role,scope,scope_id',
    keys: teachers.map(({ id }) => id),
    fields: ['role'],
    ranks: {},
    isCompletable: false,
    keeps: 'changed',
    valuesOf: (_index, [role = 0]) => ({ role: ROLES[role] ?? '' }),
    lineOf: (index, { role }) => [teachers[index]?.id ?? '', String(role), 'course', code],
    read: async () => {
      const { staff = [] } = (await office.storedCourse(code)) ?? {};
      const roles = new Map(staff.map(({ userId, role }) => [userId, role]));
      return teachers.map(({ user }) => (roles.has(user) ? { role: roles.get(user) ?? '' } : undefined));
    },
    change: async (index, { role }) => ask('PUT', `/${userOf(index)}`, { role }),
    remove: async (index) => ask('DELETE', `/${userOf(index)}`),
  };
};
