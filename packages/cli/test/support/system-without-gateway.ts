import { mkdir } from 'node:fs/promises';
import { createCampusClient, WITHOUT_FLOOR } from '@qr-attendance/test-kit';
import {
  chooseUrls,
  ensureDatabase,
  loadOrCreateSecrets,
  migrateServices,
  mongoDatabase,
  provideMongo,
  providePostgres,
  publicOriginsOf,
  type ServiceName,
  serviceNames,
  startServiceProcesses,
} from '@qr-attendance/stack';

export const startWithoutGateway = async (dataDir: string, names: readonly ServiceName[] = serviceNames) => {
  await mkdir(dataDir, { recursive: true });
  const secrets = await loadOrCreateSecrets(dataDir);
  const postgres = await providePostgres({ given: undefined, dataDir, password: secrets.postgresPassword });
  const mongo = await provideMongo({ given: undefined, dataDir, password: secrets.mongoPassword });
  const settings = {
    databases: {
      auth: await ensureDatabase(postgres.url, 'qr_auth'),
      attendance: await ensureDatabase(postgres.url, 'qr_attendance'),
      events: await ensureDatabase(postgres.url, 'qr_events'),
      course: mongoDatabase(mongo.url, 'qr_course'),
      session: mongoDatabase(mongo.url, 'qr_session'),
    },
    urls: await chooseUrls(),
    secrets,
    publicOrigins: publicOriginsOf(8080),
    dataDir,
  };
  await migrateServices(names, { ...settings, env: WITHOUT_FLOOR });
  const processes = await startServiceProcesses(names, settings);
  return {
    databases: settings.databases,
    campus: createCampusClient(settings.urls),
    kill: (name: ServiceName) => {
      const pid = processes.find((process) => process.name === name)?.pid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    },
    stop: async () => {
      await Promise.all(processes.map((process) => process.stop()));
      await Promise.all([postgres.stop(), mongo.stop()]);
    },
  };
};
export type SystemWithoutGateway = Awaited<ReturnType<typeof startWithoutGateway>>;
