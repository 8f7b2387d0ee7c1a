import { runService } from '@qr-attendance/server';
import { gateway } from './program.ts';

await runService(gateway);
