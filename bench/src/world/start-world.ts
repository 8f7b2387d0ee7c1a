import type { System, SystemOptions } from '@qr-attendance/stack';
import { startTestSystem } from '@qr-attendance/test-kit';

/** One address asks for all of them; what the limits cost is paid all the same. */
const NO_LIMIT = '100000000';
const gateway = Object.fromEntries(
  ['CLIENT', 'ADDRESS', 'ADDRESS_TOTAL', 'SIGN_IN', 'SIGN_IN_CLIENT', 'REGISTRATION', 'SCANS'].map((name) => [
    `RATE_LIMIT_${name}`,
    NO_LIMIT,
  ]),
);

/** Settings of a gateway that stops nobody for asking too often. */
export const UNLIMITED_GATEWAY: Record<string, string> = gateway;

/** The whole system as it ships, but for the limits on rates. */
export const startWorld = (options: Pick<SystemOptions, 'kafka' | 'env' | 'root'> = {}): Promise<System> =>
  startTestSystem({ ...options, env: { ...options.env, gateway: { ...gateway, ...options.env?.gateway } } });
