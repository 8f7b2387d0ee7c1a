import { setTimeout as pause } from 'node:timers/promises';
import { kill } from './kill.ts';
import { setClock } from './clock.ts';
import type { Fault } from './fault.ts';

const PAUSED_MS = 20_000;
const SKEW_MS = 120_000;
const SKEWED_FOR_MS = 8_000;

export const pauseReplica: Fault = {
  name: 'an attendance replica paused for 20 s',
  strike: async ({ replicas }) => {
    const replica = replicas.find(({ service }) => service === 'attendance');
    if (!replica) return;
    kill(replica, 'SIGSTOP');
    await pause(PAUSED_MS);
    kill(replica, 'SIGCONT');
  },
};

/** The named replicas use an adjustable clock (clock.ts). */
export const skewClock: Fault = {
  name: 'clocks of one session and one attendance replica 2 min ahead',
  // kafkajs uses this clock: after the clock is set back, kafkajs neither sends heartbeats nor fetches until
  // the previous time is reached again.
  delaysMs: SKEW_MS,
  strike: async () => {
    await setClock(SKEW_MS);
    await pause(SKEWED_FOR_MS);
    await setClock(0);
  },
};

export const rollingRestart: Fault = {
  name: 'rolling restart of everything',
  strike: async ({ replicas, gateway }) => {
    for (const one of [...replicas, gateway]) {
      const before = one.deaths();
      kill(one, 'SIGTERM');
      while (one.deaths() === before || one.pid() === undefined) await pause(100);
      await pause(1_500);
    }
  },
};
