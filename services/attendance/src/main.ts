import { runService } from '@qr-attendance/service-kit';
import { startAttendance } from './app.ts';
import { configSchema } from './config.ts';

await runService({ name: 'attendance', configSchema, start: startAttendance });
