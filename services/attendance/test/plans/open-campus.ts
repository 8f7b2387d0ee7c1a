import { join } from 'node:path';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { freshDatabases } from '@qr-attendance/test-kit';
import { Pool } from 'pg';
import { createStores, type Stores } from '../../src/context.ts';
import { judgePlans, rowsReadBy, type Allowance } from './judge-plans.ts';
import { seedYears } from './seed-years.ts';
import { watchPlans } from './watch-plans.ts';

export type RunQuery = (stores: Stores) => Promise<unknown>;

const log = createLogger('test', 'silent');

/** A database with years of marks, whose server reports the plan of every statement. */
export const openCampus = async () => {
  const { databases, drop } = await freshDatabases();
  const url = databases.attendance;
  await migratePostgres({ url, dir: join(import.meta.dirname, '../../migrations'), log });
  const database = new Pool({ connectionString: url, max: 1 });
  await seedYears(database);
  const usual = watchPlans(url);
  const generic = watchPlans(url, { generic: true });

  const plansFor = async ({ pool, plansOf }: typeof usual, ask: RunQuery) => {
    const plans = await plansOf(() =>
      ask(createStores({ pool, reportPool: pool, recountPool: pool }, 'UTC')),
    );
    if (plans.length === 0) throw new Error('the server logged no plan');
    return plans;
  };
  const judge = async (watched: typeof usual, ask: RunQuery, may: Allowance) =>
    judgePlans(await plansFor(watched, ask), may);
  return {
    database,
    faultsOf: (ask: RunQuery, may: Allowance): Promise<string[]> => judge(usual, ask, may),
    rowsReadBy: async (ask: RunQuery): Promise<number> =>
      (await plansFor(usual, ask)).reduce((sum, plan) => sum + rowsReadBy(plan), 0),
    /** Like `faultsOf`, but with the generic plans of prepared statements. */
    faultsWhenPrepared: (ask: RunQuery, may: Allowance): Promise<string[]> => judge(generic, ask, may),
    close: async () => {
      await Promise.all([database.end(), usual.pool.end(), generic.pool.end()]);
      await drop();
    },
  };
};
export type OpenCampus = Awaited<ReturnType<typeof openCampus>>;
