import { runMigration } from '@qr-attendance/server';
import { migration } from './migration.ts';

await runMigration(migration);
