import { parentPort, workerData } from 'node:worker_threads';
import { type CellValue, writeRows } from './write-rows.ts';

parentPort?.postMessage(await writeRows(workerData as CellValue[][]));
