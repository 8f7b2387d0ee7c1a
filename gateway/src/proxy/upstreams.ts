import type { ServiceName } from '@qr-attendance/contracts';
import type { RequestKind } from '../clients/kind.ts';
import type { GatewayConfig } from '../config.ts';

export interface Upstream {
  name: ServiceName;
  url: string;
  paths: string[];
  reserves?: RequestKind[];
}

export const upstreamsOf = (config: GatewayConfig): Upstream[] => [
  { name: 'auth', url: config.AUTH_URL, paths: ['/api/auth'], reserves: ['renewal'] },
  {
    name: 'course',
    url: config.COURSE_URL,
    paths: ['/api/courses', '/api/imports', '/api/terms', '/api/units'],
  },
  {
    name: 'session',
    url: config.SESSION_URL,
    paths: ['/api/sessions', '/api/rooms', '/api/series', '/api/calendar'],
    reserves: ['scan'],
  },
  {
    name: 'attendance',
    url: config.ATTENDANCE_URL,
    paths: ['/api/attendance', '/api/analytics'],
    reserves: ['mark'],
  },
];
