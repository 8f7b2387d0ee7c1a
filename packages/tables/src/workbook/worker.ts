import { parentPort, workerData } from 'node:worker_threads';
import { readRows } from './read-rows.ts';

parentPort?.postMessage(await readRows(workerData as Uint8Array));
