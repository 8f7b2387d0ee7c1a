import { migratedDatabases } from './databases.ts';

export const openStack = async (service: 'course' | 'session') => {
  const own = await migratedDatabases(['events', service]);
  if (!own) throw new Error('These databases are copied, which only the servers of the test run can do.');
  return { busUrl: own.databases.events, mongoUrl: own.databases[service], close: own.drop };
};
