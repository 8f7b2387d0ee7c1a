import { runService } from '@qr-attendance/server';
import { startApp } from './app.ts';
import { configSchema } from './config.ts';
import { migration } from './migration.ts';

await runService({ name: 'session', configSchema, start: startApp }, migration);
