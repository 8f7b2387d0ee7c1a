import { openSync, readSync } from 'node:fs';
import { replaceDate } from './test-clock.ts';

// Loaded before the program of a process; see `createSystemClock`.
const file = openSync(process.env['TEST_CLOCK_FILE'] ?? '', 'r');
const offset = new Float64Array(1);
// The file is read each time, so the clock is set in all processes at once.
replaceDate(() => {
  readSync(file, offset, 0, offset.byteLength, 0);
  return offset[0] ?? 0;
});
