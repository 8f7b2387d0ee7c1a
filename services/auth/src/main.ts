import { runService } from '@qr-attendance/server';
import { startAuth } from './app.ts';
import { configSchema } from './config.ts';

await runService({ name: 'auth', configSchema, start: startAuth });
