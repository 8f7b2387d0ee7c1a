import type { GatewayConfig } from '../config.ts';
import type { Upstream } from './upstream.ts';

/** Attendance sessions, their codes and tickets. */
export const sessionUpstream = (config: GatewayConfig): Upstream => ({
  name: 'session',
  url: config.SESSION_URL,
  paths: ['/api/sessions'],
  reserves: ['scan'],
});
