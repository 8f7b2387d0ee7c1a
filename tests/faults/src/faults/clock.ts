import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = join(tmpdir(), `qr-faults-clock-${process.pid}`);

/** Puts the clock of processes started with `movableClock` forward by so many milliseconds. */
export const setClock = (aheadMs: number): Promise<void> => writeFile(file, String(aheadMs));

/** Settings of a process whose clock can be put forward while it runs. */
export const movableClock = (): Record<string, string> => ({
  FAULT_CLOCK_FILE: file,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock-preload.mjs')).href}`,
});
