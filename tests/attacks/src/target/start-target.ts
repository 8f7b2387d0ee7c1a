import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { System } from '@qr-attendance/stack';
import { startTestInfrastructure, startTestSystem } from '@qr-attendance/test-kit';
import type { Switches } from '../defenses/switches.ts';
import { createPeople, type People } from './people.ts';

export interface Target extends People {
  url: string;
  system: System;
  /** Environment for another process of the product with switchable defenses. */
  switches: Record<string, string>;
  logFolder: string;
  readLogs: () => Promise<string>;
  stop: () => Promise<void>;
}

export const CODE_GRACE_SECONDS = 1;
export const WRONG_CODES_PER_PERSON = 10;

/** Low limits make the attacks on them shorter. */
export const GATEWAY_LIMITS = {
  requests: 100,
  client: 200,
  streams: 20,
  wrongPasswords: 200,
  wrongScans: 200,
  /** The maximum number of sign-ins per address, a quarter of the maximum number of requests. */
  signIns: 600,
  telemetry: 400,
};

const PROCESSES = ['auth', 'course', 'session', 'attendance', 'gateway'] as const;

export const startTarget = async (
  switches: Switches,
  changes: Partial<Record<(typeof PROCESSES)[number], Record<string, string>>> = {},
): Promise<Target> => {
  const servers = await startTestInfrastructure();
  const settings = {
    auth: { METRICS_PORT: '0', LOG_LEVEL: 'info' },
    session: {
      CODE_GRACE_SECONDS: String(CODE_GRACE_SECONDS),
      WRONG_CODES_PER_PERSON: String(WRONG_CODES_PER_PERSON),
    },
    gateway: {
      REQUEST_TIMEOUT_MS: '2000',
      RATE_LIMIT_SIGN_IN: String(GATEWAY_LIMITS.wrongPasswords),
      RATE_LIMIT_SCANS: String(GATEWAY_LIMITS.wrongScans),
      RATE_LIMIT_ADDRESS: String(4 * GATEWAY_LIMITS.signIns),
      RATE_LIMIT_TELEMETRY: String(GATEWAY_LIMITS.telemetry),
      MAX_REQUESTS: String(GATEWAY_LIMITS.requests),
      RATE_LIMIT_CLIENT: String(GATEWAY_LIMITS.client),
      MAX_STREAMS_ADDRESS: String(GATEWAY_LIMITS.streams),
    },
    ...changes,
  } as Partial<Record<(typeof PROCESSES)[number], Record<string, string>>>;
  const system = await startTestSystem({
    env: Object.fromEntries(PROCESSES.map((name) => [name, { ...switches.env, ...settings[name] }])),
  }).catch(async (error: unknown) => {
    await servers.stop();
    throw error;
  });
  const logFolder = join(system.dataDir, 'logs');
  return {
    ...createPeople(system.url),
    url: system.url,
    system,
    switches: switches.env,
    logFolder,
    readLogs: async () => {
      const texts = PROCESSES.map((name) => readFile(join(logFolder, `${name}.log`), 'utf8'));
      return (await Promise.all(texts)).join('\n');
    },
    stop: async () => {
      await system.stop();
      await servers.stop();
    },
  };
};
