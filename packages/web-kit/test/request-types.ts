import { routes } from '@qr-attendance/contracts';
import { useApiMutation, useApiQuery, type ApiClient } from '../src/index.ts';

// The compiler is the test: each line below a @ts-expect-error must be an error.
const { createTerm, editSection, getCourse, listCourses } = routes.course;
const { proveHistoryConsistency } = routes.attendance;
const days = { firstDay: '2031-09-01', lastDay: '2031-12-19' };

export const calls = (api: ApiClient) => [
  api.call(listCourses, {}),
  api.call(listCourses, { query: { search: 'optics' } }),
  api.call(getCourse, { params: { id: 'course' } }),
  // @ts-expect-error The path has a parameter.
  api.call(getCourse, {}),
  // @ts-expect-error The parameter has another name.
  api.call(getCourse, { params: { courseId: 'course' } }),
  api.call(proveHistoryConsistency, { query: { from: 1, to: 2 } }),
  // @ts-expect-error The query has required fields.
  api.call(proveHistoryConsistency, {}),
  api.call(createTerm, { body: { name: 'Fall 2031', ...days } }),
  // @ts-expect-error The body is missing.
  api.call(createTerm, {}),
  // @ts-expect-error The body lacks the name.
  api.call(createTerm, { body: days }),
  // @ts-expect-error The route has no body.
  api.call(getCourse, { params: { id: 'course' }, body: {} }),
  // @ts-expect-error A PUT names every field.
  api.call(editSection, { params: { id: 'course', sectionId: 'section' }, body: { name: 'B' } }),
];

export const useRequests = () => [
  useApiQuery(listCourses),
  useApiQuery(getCourse, { params: { id: 'course' } }),
  // @ts-expect-error The path has a parameter.
  useApiQuery(getCourse),
  // @ts-expect-error The path has a parameter.
  useApiQuery(getCourse, {}),
  // @ts-expect-error The query has required fields.
  useApiQuery(proveHistoryConsistency),
  useApiMutation(createTerm, () => ({ body: { name: 'Fall 2031', ...days } })),
  // @ts-expect-error The body is missing.
  useApiMutation(createTerm, () => ({})),
];
