import { randomUUID } from 'node:crypto';
import type { Course, Room, Series } from '@qr-attendance/contracts';
import { call, someone, type TestServices } from '@qr-attendance/test-kit';
import type { Importer } from './imports.ts';

export const ZONE = 'Europe/Berlin';
export const newId = () => `t${randomUUID().slice(0, 8)}`;
export const csv = (header: string, lines: (string | number)[][]): string =>
  [header, ...lines.map((line) => line.join(','))].join('\n');

const today = Temporal.Now.plainDateISO(ZONE);
export const dayIn = (days: number) => today.add({ days }).toString();
export const weekdayIn = (days: number) => today.add({ days }).dayOfWeek;

export const ROOMS = 'room_id,building,name,capacity,latitude,longitude,radius_meters';
export const roomLine = (
  id: string,
  more: Partial<Record<'name' | 'seats' | 'radius', string | number>> = {},
) => [id, `Hall ${id}`, more.name ?? 'H1.01', more.seats ?? 120, 12.9716, 77.5946, more.radius ?? 100];
export const TIMES = 'section_id,weekday,starts,ends,room_id';

export const timesOf = (series: Series[]) =>
  series
    .flatMap(({ rules }) => {
      const rule = rules.at(-1);
      return rule?.slots.map(({ weekday, start }) => [weekday, start, rule.room?.name]) ?? [];
    })
    .toSorted((one, other) => Number(one[0]) - Number(other[0]));

const SECTIONS = 20;

/** Imports a room, and a course of a term with sections and a teacher. Each test uses separate sections. */
export const importTimetableCourse = async (services: TestServices, office: Importer) => {
  const [term, code, room, person] = [newId(), newId(), newId(), newId()];
  const names = Array.from({ length: SECTIONS }, newId);
  await office.apply('terms', csv('id,name,starts,ends', [[term, term, dayIn(-7), dayIn(60)]]));
  await office.apply(
    'sections',
    csv(
      'section_id,section,course_id,code,name,semester,term_id',
      names.map((id) => [id, id, code, code, 'Optics', 3, term]),
    ),
  );
  await office.apply(
    'people',
    csv('person,name,email,role', [[person, 'Tess', `${person}@c.example`, 'staff']]),
  );
  await office.apply('staff', csv('person,role,scope,scope_id', [[person, 'owner', 'course', code]]));
  await office.apply('rooms', csv(ROOMS, [roomLine(room)]));
  const response = await call<{ id: string }[]>(services.urls.auth, 'POST', '/internal/people/find', {
    token: services.internalToken,
    body: { institutionIds: [person] },
  });
  const token = services.tokenFor({ ...someone('TEACHER'), id: response.body[0]?.id ?? '' });
  const { body } = await call<Course[]>(services.urls.course, 'GET', '/api/courses', { token });
  const sectionIds = new Map(body[0]?.sections.map(({ _id, name }) => [name, _id]));
  const id = body[0]?._id ?? '';

  const ask = <Body>(method: string, path: string, body?: object) =>
    call<Body>(services.urls.session, method, path, { token, body });
  const askFor = async <Body>(path: string) => (await ask<Body>('GET', path)).body;
  const taken = new Set<string>();
  return {
    id,
    code,
    room,
    token,
    ask,
    askFor,
    takeSection: (): string => {
      const [name = ''] = [...sectionIds.keys()].filter((one) => !taken.has(one));
      taken.add(name);
      return name;
    },
    sectionIdOf: (section: string) => sectionIds.get(section) ?? '',
    seriesOf: async (section: string): Promise<Series[]> =>
      (await askFor<Series[]>(`/api/series?courseId=${id}`)).filter(({ rules }) =>
        rules[0]?.sections?.some(({ sectionId }) => sectionId === sectionIds.get(section)),
      ),
    edit: ({ _id, version, rules }: Series, fields: Partial<Series['rules'][number]>) => {
      const { from: _from, room: _room, ...rule } = rules.at(-1) as Series['rules'][number];
      return ask<Series>('PUT', `/api/series/${_id}`, {
        ...rule,
        version,
        ...fields,
      });
    },
  };
};
export type TimetableCourse = Awaited<ReturnType<typeof importTimetableCourse>>;

export const createListRooms =
  (services: () => TestServices, adminToken: () => string) =>
  async (search: string): Promise<Room[]> =>
    (
      await call<Room[]>(services().urls.session, 'GET', `/api/rooms?search=${search}`, {
        token: adminToken(),
      })
    ).body;
