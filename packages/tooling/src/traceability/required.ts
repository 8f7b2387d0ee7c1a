import { allRoutes } from '@qr-attendance/contracts';
import specified from '@qr-attendance/web-kit/texts/specified' with { type: 'json' };

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

const calls = allRoutes
  .filter(({ access }) => access !== 'internal')
  .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);

/** Rules are missing from this list, because docs/specification.md lists them by hand. */
export const required = [...screens, ...calls, ...Object.keys(specified)];
