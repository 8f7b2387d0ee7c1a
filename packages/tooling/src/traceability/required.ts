import { allRoutes } from '@qr-attendance/contracts';
import { specified } from '@qr-attendance/web-kit/messages';

/** The routes of the specification, section 2. */
const screens = [
  '/',
  '/login',
  '/register',
  '/teacher',
  '/teacher/generate',
  '/teacher/courses',
  '/teacher/sessions',
  '/teacher/sessions/{id}',
  '/teacher/reports',
  '/student',
  '/student/scan',
  '/student/history',
  '/student/enroll',
  '/student/security',
  '/student/reports',
  '/attendance/{qrCode}',
  'anything else',
];

/** Every call that the gateway lets through: those of section 7 and ours. */
const calls = allRoutes
  .filter(({ access }) => access !== 'internal')
  .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);

/** The contents of docs/specification.md: each route, call and message. Rules are listed there by hand. */
export const required = [...screens, ...calls, ...Object.keys(specified)];
