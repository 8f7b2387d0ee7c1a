import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@qr-attendance/stack';
import pg from 'pg';
import type { Fault } from './fault.ts';

const BETWEEN_MS = 2_000;

export const kill = (
  process_: { pid: () => number | undefined },
  signal: NodeJS.Signals = 'SIGKILL',
): void => {
  const pid = process_.pid();
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
};

/** Kills the replicas one after another, so that at times the remaining replicas serve alone. */
export const killService = (service: ServiceName): Fault => ({
  name: `kill -9 of each ${service} replica`,
  strike: async ({ replicas }) => {
    for (const replica of replicas.filter((one) => one.service === service)) {
      kill(replica);
      await pause(BETWEEN_MS);
    }
  },
});

export const killGateway: Fault = {
  name: 'kill -9 of the gateway',
  strike: async ({ gateway }) => {
    kill(gateway);
    await pause(BETWEEN_MS);
  },
};

export const killBroker: Fault = {
  name: 'kill -9 of the broker',
  impossible: ({ bus }) => (bus.broker ? undefined : 'PostgreSQL carries the events here'),
  strike: async ({ bus }) => {
    if (bus.broker) kill(bus.broker);
    await pause(BETWEEN_MS);
  },
};

export const killPostgres: Fault = {
  name: 'kill -9 of PostgreSQL',
  strike: async ({ postgres }) => {
    kill(postgres);
    await pause(BETWEEN_MS);
  },
};

export const killMongo: Fault = {
  name: 'kill -9 of the MongoDB server',
  strike: async ({ mongo }) => {
    kill(mongo);
    await pause(BETWEEN_MS);
  },
};

const SLOW_REMOVAL = `
  CREATE FUNCTION slow_removal() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(2); RETURN NULL; END';
  CREATE TRIGGER slow_removal BEFORE DELETE ON outbox FOR EACH STATEMENT EXECUTE FUNCTION slow_removal()`;
const NORMAL_REMOVAL = 'DROP TRIGGER slow_removal ON outbox; DROP FUNCTION slow_removal()';

/** Delays the deletion in the database, so that the kill happens between publishing and deleting. */
export const killRelay: Fault = {
  name: 'kill -9 of the relay between publish and removal',
  strike: async ({ databases, replicas }) => {
    const client = new pg.Client({ connectionString: databases.attendance });
    await client.connect();
    try {
      await client.query(SLOW_REMOVAL);
      await pause(BETWEEN_MS);
      for (const replica of replicas.filter(({ service }) => service === 'attendance')) kill(replica);
      await client.query(NORMAL_REMOVAL);
    } finally {
      await client.end();
    }
  },
};
