import type { GatewayConfig } from '../config.ts';
import { attendanceUpstream } from './attendance.ts';
import { authUpstream } from './auth.ts';
import { courseUpstream } from './course.ts';
import { sessionUpstream } from './session.ts';
import type { Upstream } from './upstream.ts';

export const upstreamsOf = (config: GatewayConfig): Upstream[] => [
  authUpstream(config),
  courseUpstream(config),
  sessionUpstream(config),
  attendanceUpstream(config),
];
