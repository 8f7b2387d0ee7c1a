import { openSync, readSync } from 'node:fs';
import { replaceDate } from './test-clock.ts';

// A process loads this module before its program; see `createSystemClock`.
const file = openSync(process.env['TEST_CLOCK_FILE'] ?? '', 'r');
const offset = new Float64Array(1);
// Reads the file each time, so that a test sets the clock of all processes at once.
replaceDate(() => {
  readSync(file, offset, 0, offset.byteLength, 0);
  return offset[0] ?? 0;
});
