import type { Logger } from '@qr-attendance/observability';
import { createPool, type PoolOptions } from '@qr-attendance/server';
import { types, type Pool } from 'pg';

/** A `date` is a calendar day, not a moment: keep it as `YYYY-MM-DD` instead of midnight in some zone. */
const DATE_OID = 1082;

export const connectDatabase = (url: string, log: Logger, wishes: Partial<PoolOptions> = {}): Pool => {
  types.setTypeParser(DATE_OID, (text) => text);
  return createPool(url, log, { name: 'attendance', ...wishes });
};
