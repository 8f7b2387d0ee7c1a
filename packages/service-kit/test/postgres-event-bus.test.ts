import { freshDatabases } from '@qr-attendance/local-stack';
import { connectPostgresEventBus, createLogger } from '../src/index.ts';
import { describeEventBusContract } from '../src/testing/index.ts';

const log = createLogger('test', 'silent');
const { databases } = await freshDatabases();

describeEventBusContract('PostgreSQL', {
  connect: () =>
    connectPostgresEventBus({
      url: databases.events,
      log,
      retry: { retryLimit: 2, retryDelay: 1 },
      pollSeconds: 0.5,
    }),
});
