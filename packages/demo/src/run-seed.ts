import { runNode, serviceEnvironment, type ServiceName } from '@qr-attendance/stack';

export type SeedSettings = Parameters<typeof serviceEnvironment>[1] & { root?: string | undefined };

/** Runs a service's seed program, because the HTTP routes cannot backdate records. */
export const runSeed = (settings: SeedSettings, service: ServiceName, input: unknown): Promise<string> =>
  runNode(
    `services/${service}/src/seed.ts`,
    serviceEnvironment(service, settings),
    JSON.stringify(input),
    settings.root,
  );
