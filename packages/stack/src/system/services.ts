import { freePort } from '../free-port.ts';
import type { Secrets } from '../secrets.ts';
import type { Supervised } from '../supervise.ts';
import {
  serviceEnvironment,
  serviceNames,
  type Databases,
  type FurtherSettings,
  type KafkaAccess,
  type ServiceName,
  type ServiceUrls,
} from './environment.ts';
import { runNode, superviseNode, waitUntilReady } from './node-process.ts';

export interface ServiceSettings {
  databases: Databases;
  /** Carries events in place of PostgreSQL. */
  kafka?: KafkaAccess | undefined;
  urls: ServiceUrls;
  secrets: Secrets;
  /** The origins of the gateway for browsers, e.g. `http://localhost:8080`. */
  publicOrigins: string[];
  dataDir: string;
  /** Breaks off a start. */
  signal?: AbortSignal | undefined;
  /** Folder of another release, whose programs run in place of ours. */
  root?: string | undefined;
  /** Further settings, by process; they win over ours. */
  env?: FurtherSettings;
}

/** An address on a free port of this machine for each service. */
export const chooseUrls = async (): Promise<ServiceUrls> => {
  const urls = {} as ServiceUrls;
  for (const name of serviceNames) urls[name] = `http://127.0.0.1:${await freePort()}`;
  return urls;
};

/** Settings of a service, by their names in its environment. */
export const environmentOf = (name: ServiceName, settings: ServiceSettings) => ({
  ...serviceEnvironment(name, settings),
  ...settings.env?.[name],
});

/** Brings the databases of the named services up to date, and declares what each wants to hear. */
export const migrateServices = async (
  names: readonly ServiceName[],
  settings: ServiceSettings,
): Promise<void> => {
  await Promise.all(
    names.map((name) =>
      runNode(`services/${name}/src/migrate.ts`, environmentOf(name, settings), undefined, settings.root),
    ),
  );
};

/** Starts the named services and waits until each is ready. */
export const startServiceProcesses = async (
  names: readonly ServiceName[],
  settings: ServiceSettings,
): Promise<Supervised[]> => {
  const processes = await Promise.all(
    names.map((name) =>
      superviseNode(
        name,
        `services/${name}/src/main.ts`,
        environmentOf(name, settings),
        settings.dataDir,
        settings.root,
      ),
    ),
  );
  try {
    await Promise.all(
      names.map((name, index) => {
        const process = processes[index];
        return process && waitUntilReady(process, settings.urls[name], settings);
      }),
    );
  } catch (error) {
    await Promise.all(processes.map((process) => process.stop()));
    throw error;
  }
  return processes;
};
