import { join } from 'node:path';
import { createLogger } from '@qr-attendance/observability';
import { migratePostgres } from '@qr-attendance/server';
import { freshDatabases } from '@qr-attendance/test-kit';
import { Pool } from 'pg';
import { createStores, type Stores } from '../../src/context.ts';
import { judgePlans, type Allowance } from './judge-plans.ts';
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

  const judge = async ({ pool, plansOf }: typeof usual, ask: Ask, may: Allowance) => {
    const plans = await plansOf(() =>
      ask(createStores({ pool, reportPool: pool, recountPool: pool }, 'UTC')),
    );
    if (plans.length === 0) throw new Error('the server logged no plan');
    return judgePlans(plans, may);
  };
  return {
    database,
    /** The faults in the plans of what `ask` sends. */
    faultsOf: (ask: Ask, may: Allowance): Promise<string[]> => judge(usual, ask, may),
    /** As above, by the plan for any values: of statements that are prepared. */
    faultsWhenPrepared: (ask: Ask, may: Allowance): Promise<string[]> => judge(generic, ask, may),
    close: async () => {
      await Promise.all([database.end(), usual.pool.end(), generic.pool.end()]);
      await drop();
    },
  };
};
export type OpenCampus = Awaited<ReturnType<typeof openCampus>>;
