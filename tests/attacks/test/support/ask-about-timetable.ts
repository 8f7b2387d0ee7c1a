import { randomUUID } from 'node:crypto';
import type { Room, Series, Session } from '@qr-attendance/contracts';
import type { RequestInput, CreateRequest } from './ask.ts';
import type { Campus } from './campus.ts';

const newRoom = () => ({ name: randomUUID() });
const ofRoom = async ({ people, admin }: Campus): Promise<RequestInput> => {
  const { _id } = await people.must<Room>('POST', '/api/rooms', { token: admin.token, body: newRoom() });
  return { params: { id: _id } };
};

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const newSeries = ({ lesson }: Campus) => ({
  courseId: lesson.course._id,
  slots: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start: '06:00', end: '06:30' })),
  firstDay: dayIn(2),
  lastDay: dayIn(9),
  confirmed: true,
});
const createSeries = (campus: Campus): Promise<Series> =>
  campus.people.must<Series>('POST', '/api/series', {
    token: campus.lesson.teacher.token,
    body: newSeries(campus),
  });
const ofSeries = async (campus: Campus): Promise<RequestInput> => ({
  params: { id: (await createSeries(campus))._id },
});
/** The first section's id equals the id of the course. */
const sectionOf = ({ course }: Campus['lesson']) => ({ courseId: course._id, sectionId: course._id });
const NOT_STATED = { values: null, statements: null };
const randomId = () => randomUUID().replaceAll('-', '').slice(0, 24);
const keyOf = () => `${dayIn(5)}.${new Date(Date.now() + 5 * DAY_MS).getUTCDay() || 7}`;

export const askAboutTimetable: Record<string, CreateRequest> = {
  'POST /api/rooms': () => ({ body: newRoom() }),
  'PUT /api/rooms/:id': async (campus) => ({ ...(await ofRoom(campus)), body: { ...newRoom(), version: 1 } }),
  'DELETE /api/rooms/:id': ofRoom,
  'POST /internal/rooms/find': () => ({ body: { externalIds: ['R-1'] } }),
  'POST /internal/rooms/names': () => ({ body: { ids: ['66f000000000000000000001'] } }),
  'PUT /internal/rooms': ({ admin }) => ({
    body: { by: admin.id, rooms: [{ externalId: randomUUID(), before: NOT_STATED, after: NOT_STATED }] },
  }),
  'POST /internal/sections/move': ({ admin, lesson }) => ({
    body: {
      sectionId: randomId(),
      from: lesson.course._id,
      to: lesson.course._id,
      isOnly: false,
      by: admin.id,
      dryRun: true,
    },
  }),
  'POST /internal/timetable/find': ({ lesson }) => ({ body: { sections: [sectionOf(lesson)] } }),
  'POST /internal/timetable/uses': ({ lesson }) => ({
    body: { roomIds: [], teacherIds: [], courseIds: [lesson.course._id], from: dayIn(0) },
  }),
  'PUT /internal/timetable': ({ admin, lesson }) => ({
    body: {
      by: admin.id,
      classes: [{ ...sectionOf(lesson), name: '1 09:00', before: NOT_STATED, after: NOT_STATED }],
    },
  }),
  'POST /api/series/preview': (campus) => {
    const { confirmed: _confirmed, ...body } = newSeries(campus);
    return { body };
  },
  'POST /api/series/read-calendar': () => ({ body: { text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } }),
  'POST /api/series': (campus) => ({ body: newSeries(campus) }),
  'GET /api/series': ({ lesson }) => ({ query: { courseId: lesson.course._id } }),
  'PUT /api/series/:id': async (campus) => {
    const { courseId: _course, confirmed: _confirmed, ...rule } = newSeries(campus);
    return { ...(await ofSeries(campus)), body: { ...rule, version: 1 } };
  },
  'POST /api/series/:id/end': async (campus) => ({ ...(await ofSeries(campus)), body: {} }),
  'DELETE /api/series/:id': ofSeries,
  'POST /api/series/:id/classes': async (campus) => ({
    ...(await ofSeries(campus)),
    body: { key: keyOf() },
  }),
  'POST /api/sessions/:id/follow-series': async (campus) => {
    const { _id } = await createSeries(campus);
    const { token } = campus.lesson.teacher;
    const one = { token, body: { key: keyOf() } };
    return {
      params: { id: (await campus.people.must<Session>('POST', `/api/series/${_id}/classes`, one))._id },
    };
  },
  'GET /api/calendar/feeds/:token': () => ({ params: { token: `${'x'.repeat(43)}.ics` } }),
  'GET /api/calendar': () => ({ query: { from: dayIn(0), to: dayIn(7) } }),
};
