import { ROOT } from '../infrastructure/folders.ts';
import type { SupervisedProcess } from '../supervise.ts';

const indented = (text: string) => text.replaceAll(`file://${ROOT}/`, '').replaceAll(/^/gm, '  ');

/** Reports each error with which a process ends. It is started again and again, so a repeated error is reported once. */
export const reportCrashes = (processes: SupervisedProcess[], print: (text: string) => void): void => {
  for (const process of processes)
    process.onNewError((error) => {
      print(`\n${process.name} crashed, and starts again once a source is saved:\n${indented(error)}\n`);
    });
};
