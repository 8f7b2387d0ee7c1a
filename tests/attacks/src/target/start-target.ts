import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { System } from '@qr-attendance/stack';
import { startTestInfrastructure, startTestSystem } from '@qr-attendance/test-kit';
import type { Switches } from '../defenses/switches.ts';
import { createPeople, type People } from './people.ts';

/** The whole system, its defenses with switches, and what an attacker and an honest campus need. */
export interface Target extends People {
  url: string;
  system: System;
  /** For another process of the product whose defenses are to have switches too. */
  switches: Record<string, string>;
  /** Where the processes write their logs, one file each. */
  logFolder: string;
  /** Everything that processes have logged until now. */
  readLogs: () => Promise<string>;
  stop: () => Promise<void>;
}

/** A code replaced by the next dies this much later. */
export const CODE_GRACE_SECONDS = 1;
/** So many wrong codes one person may try. */
export const WRONG_CODES_PER_PERSON = 10;

/** Small, so that an attack on them is over soon. */
export const GATEWAY_LIMITS = {
  requests: 100,
  client: 200,
  streams: 20,
  wrongPasswords: 200,
  wrongScans: 200,
  /** Of one address; a quarter of its limit of requests. */
  signIns: 600,
  telemetry: 400,
};

const PROCESSES = ['auth', 'course', 'session', 'attendance', 'gateway'] as const;

/**
 * Brings the system up on databases of its own.
 * @param changes settings in place of those that let attacks be over soon
 */
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
