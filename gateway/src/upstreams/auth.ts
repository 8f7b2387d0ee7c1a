import type { GatewayConfig } from '../config.ts';
import type { Upstream } from './upstream.ts';

/** People, credentials, PIN and devices. */
export const authUpstream = (config: GatewayConfig): Upstream => ({
  name: 'auth',
  url: config.AUTH_URL,
  paths: ['/api/auth'],
  reserves: ['renewal'],
});
