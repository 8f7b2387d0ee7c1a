import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const file = join(tmpdir(), `qr-faults-clock-${process.pid}`);

export const setClock = (aheadMs: number): Promise<void> => writeFile(file, String(aheadMs));

export const movableClock = (): Record<string, string> => ({
  FAULT_CLOCK_FILE: file,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock-preload.mjs')).href}`,
});
