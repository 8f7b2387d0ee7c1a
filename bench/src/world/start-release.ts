import { gatewayEnvironment, type System } from '@qr-attendance/stack';
import { checkOutRelease } from '@qr-attendance/test-kit';
import { fillCampus, type Campus } from './fill-campus.ts';
import { startWorld } from './start-world.ts';

/** The pages of the other release are not built, because no measurement requests them. */
const pagesOf = ({ urls }: System): Record<string, string> =>
  Object.fromEntries(
    Object.entries(gatewayEnvironment({ urls, host: '127.0.0.1', port: 0 })).filter(([name]) =>
      name.startsWith('STATIC_'),
    ),
  );

export const startRelease = async (
  commit: string,
  beside: System,
  size: { students: number; courses: number },
  log: (text: string) => void,
): Promise<{ system: System; campus: Campus; stop: () => Promise<void> }> => {
  const release = await checkOutRelease(commit);
  const system = await startWorld({
    root: release.root,
    // The gateway of the other release fetches the pages from this system.
    env: { gateway: pagesOf(beside) },
  });
  const campus = await fillCampus(system, size, log);
  return {
    system,
    campus,
    stop: async () => {
      await campus.close();
      await system.stop();
      await release.remove();
    },
  };
};
