import type { System, SystemOptions } from '@qr-attendance/stack';
import { startTestSystem } from '@qr-attendance/test-kit';

/** All requests come from one address, so limits are raised; checking them still takes time. */
const NO_LIMIT = '100000000';
const gateway = Object.fromEntries(
  ['CLIENT', 'ADDRESS', 'ADDRESS_TOTAL', 'SIGN_IN', 'SIGN_IN_CLIENT', 'REGISTRATION', 'SCANS'].map((name) => [
    `RATE_LIMIT_${name}`,
    NO_LIMIT,
  ]),
);

export const UNLIMITED_GATEWAY: Record<string, string> = gateway;

export const startWorld = (options: Pick<SystemOptions, 'kafka' | 'env' | 'root'> = {}): Promise<System> =>
  startTestSystem({ ...options, env: { ...options.env, gateway: { ...gateway, ...options.env?.gateway } } });
