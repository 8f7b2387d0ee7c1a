import { join, resolve } from 'node:path';
import { ROOT } from '@qr-attendance/stack';

export const dataFolder = (): string => resolve(process.env['DATA_DIR'] || join(ROOT, '.data'));
