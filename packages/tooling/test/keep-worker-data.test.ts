import { describe, expect, it } from '@jest/globals';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const FIXTURE = join(import.meta.dirname, 'fixtures/late-listener.mjs');
const HOOK = join(import.meta.dirname, '../jest/keep-worker-data.mjs');

describe('a test worker', () => {
  it('gets its settings even if they arrive before it listens', async () => {
    const worker = fork(FIXTURE, { execArgv: ['--import', HOOK] });
    try {
      const next = async () => ((await once(worker, 'message')) as [unknown])[0];
      expect(await next()).toBe('began');
      worker.send({ type: 'jest-light-runner-worker-data', workerData: 'settings' });
      expect(await next()).toBe('ignored');
      const later = next();
      worker.send('listen');
      expect(await later).toBe('settings');
    } finally {
      worker.kill();
    }
  });

  it('exits once it no longer listens for messages', async () => {
    const worker = fork(FIXTURE, { execArgv: ['--import', HOOK] });
    try {
      await once(worker, 'message');
      const ended = once(worker, 'exit');
      worker.send('leave');
      expect(await ended).toEqual([0, null]);
    } finally {
      worker.kill();
    }
  });
});
