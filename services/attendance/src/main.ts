import { runService } from '@qr-attendance/server';
import { startAttendance } from './app.ts';
import { configSchema } from './config.ts';

await runService({ name: 'attendance', configSchema, start: startAttendance });
