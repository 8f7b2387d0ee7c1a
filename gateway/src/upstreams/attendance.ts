import type { GatewayConfig } from '../config.ts';
import type { Upstream } from './upstream.ts';

/** Marks, reports, analytics and the live stream of marks. */
export const attendanceUpstream = (config: GatewayConfig): Upstream => ({
  name: 'attendance',
  url: config.ATTENDANCE_URL,
  paths: ['/api/attendance', '/api/analytics'],
  reserves: ['mark'],
});
