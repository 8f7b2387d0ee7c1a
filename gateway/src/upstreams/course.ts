import type { GatewayConfig } from '../config.ts';
import type { Upstream } from './upstream.ts';

/** Courses and enrollments. */
export const courseUpstream = (config: GatewayConfig): Upstream => ({
  name: 'course',
  url: config.COURSE_URL,
  paths: ['/api/courses'],
});
