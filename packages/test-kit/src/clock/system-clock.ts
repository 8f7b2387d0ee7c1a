import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PRELOADED = new URL('follow-system-clock.ts', import.meta.url);

/**
 * A clock for processes that get `env`, such as those of `startTestSystem`. It keeps running from the time
 * that was set. Databases use the real time.
 */
export const createSystemClock = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'qr-clock-'));
  const file = join(folder, 'offset');
  let offsetMs = 0;
  const write = () => writeFileSync(file, new Float64Array([offsetMs]));
  write();
  return {
    env: { NODE_OPTIONS: `--import=${PRELOADED.href}`, TEST_CLOCK_FILE: file },
    set: (moment: string): void => {
      offsetMs = Date.parse(moment) - Date.now();
      write();
    },
    now: (): number => Date.now() + offsetMs,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
