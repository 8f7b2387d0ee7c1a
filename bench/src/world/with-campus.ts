import type { System } from '@qr-attendance/stack';
import { fillCampus, type Campus } from './fill-campus.ts';
import { startWorld } from './start-world.ts';

export const withCampus = async <Result>(
  size: { students: number; courses: number },
  log: (text: string) => void,
  work: (system: System, campus: Campus) => Promise<Result>,
  options?: Parameters<typeof startWorld>[0],
): Promise<Result> => {
  const system = await startWorld(options);
  let campus: Campus | undefined;
  try {
    campus = await fillCampus(system, size, log);
    return await work(system, campus);
  } finally {
    await campus?.close();
    await system.stop();
  }
};
