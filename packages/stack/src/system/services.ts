import { freePort } from '../free-port.ts';
import type { Secrets } from '../secrets.ts';
import type { SupervisedProcess } from '../supervise.ts';
import {
  serviceEnvironment,
  serviceNames,
  type Databases,
  type AdditionalSettings,
  type KafkaAccess,
  type ServiceName,
  type ServiceUrls,
} from './environment.ts';
import { runNode, superviseNode, waitUntilReady } from './node-process.ts';

export interface ServiceSettings {
  databases: Databases;
  kafka?: KafkaAccess | undefined;
  urls: ServiceUrls;
  secrets: Secrets;
  publicOrigins: string[];
  dataDir: string;
  signal?: AbortSignal | undefined;
  root?: string | undefined;
  env?: AdditionalSettings;
  migrate?: boolean;
}

export const chooseUrls = async (): Promise<ServiceUrls> => {
  const urls = {} as ServiceUrls;
  for (const name of serviceNames) urls[name] = `http://127.0.0.1:${await freePort()}`;
  return urls;
};

export const environmentOf = (name: ServiceName, settings: ServiceSettings) => ({
  ...serviceEnvironment(name, settings),
  ...settings.env?.[name],
});

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

export const startServiceProcesses = async (
  names: readonly ServiceName[],
  settings: ServiceSettings,
): Promise<SupervisedProcess[]> => {
  const processes = await Promise.all(
    names.map((name) =>
      superviseNode(name, `services/${name}/src/main.ts`, environmentOf(name, settings), settings.dataDir, {
        root: settings.root,
        args: settings.migrate ? ['--migrate'] : [],
      }),
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
