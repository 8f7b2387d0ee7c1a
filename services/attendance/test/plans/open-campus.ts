import { join } from 'node:path';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { freshDatabases } from '@qr-attendance/test-kit';
import { Pool } from 'pg';
import { createStores, type Stores } from '../../src/context.ts';
import { judgePlans, rowsReadBy, type Allowance } from './judge-plans.ts';
import { seedYears } from './seed-years.ts';
import { watchPlans } from './watch-plans.ts';

/** Something the product does, with the database it is to do it on. */
export type Ask = (stores: Stores) => Promise<unknown>;

const log = createLogger('test', 'silent');

/** A database with years of marks, whose server tells how it goes about what the product's own functions ask. */
export const openCampus = async () => {
  const { databases, drop } = await freshDatabases();
  const url = databases.attendance;
  await migratePostgres({ url, dir: join(import.meta.dirname, '../../migrations'), log });
  const database = new Pool({ connectionString: url, max: 1 });
  await seedYears(database);
  const usual = watchPlans(url);
  const generic = watchPlans(url, { generic: true });

  const plansFor = async ({ pool, plansOf }: typeof usual, ask: Ask) => {
    const plans = await plansOf(() =>
      ask(createStores({ pool, reportPool: pool, recountPool: pool }, 'UTC')),
    );
    if (plans.length === 0) throw new Error('the server logged no plan');
    return plans;
  };
  const judge = async (watched: typeof usual, ask: Ask, may: Allowance) =>
    judgePlans(await plansFor(watched, ask), may);
  return {
    database,
    /** The faults in the plans of what `ask` sends. */
    faultsOf: (ask: Ask, may: Allowance): Promise<string[]> => judge(usual, ask, may),
    /** Rows that the statements of `ask` read. */
    rowsReadBy: async (ask: Ask): Promise<number> =>
      (await plansFor(usual, ask)).reduce((sum, plan) => sum + rowsReadBy(plan), 0),
    /** As above, by the plan for any values: of statements that are prepared. */
    faultsWhenPrepared: (ask: Ask, may: Allowance): Promise<string[]> => judge(generic, ask, may),
    close: async () => {
      await Promise.all([database.end(), usual.pool.end(), generic.pool.end()]);
      await drop();
    },
  };
};
export type OpenCampus = Awaited<ReturnType<typeof openCampus>>;
