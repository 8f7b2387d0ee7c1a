import { ROOT } from '../infrastructure/folders.ts';
import type { SupervisedProcess } from '../supervise.ts';

const indented = (text: string) => text.replaceAll(`file://${ROOT}/`, '').replaceAll(/^/gm, '  ');

/**
 * Reports the error with which a process ends. A repeated error is reported once, because the process is
 * restarted again and again.
 */
export const reportCrashes = (processes: SupervisedProcess[], print: (text: string) => void): void => {
  for (const process of processes)
    process.onNewError((error) => {
      print(`\n${process.name} crashed, and starts again once a source is saved:\n${indented(error)}\n`);
    });
};
