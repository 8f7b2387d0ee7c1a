import { runService } from '@qr-attendance/server';
import { startApp } from './app.ts';
import { configSchema } from './config.ts';
import { migration } from './migration.ts';

await runService({ name: 'course', configSchema, start: startApp }, migration);
