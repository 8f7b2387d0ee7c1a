import { deleteInBatches } from '@qr-attendance/server';
import type { Pool } from './database.ts';

interface ExpiringTable {
  table: string;
  key: string;
  /** Deletes rows whose `column`, by default `expires_at`, is earlier than the cutoff, by default now. */
  column?: string;
  cutoff?: (now: Date) => Date | number;
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => (now: Date) => new Date(now.getTime() - days * DAY_MS);

const EXPIRING: ExpiringTable[] = [
  { table: 'attempts', key: 'key', column: 'expire', cutoff: (now) => now.getTime() },
  { table: 'email_verifications', key: 'hash' },
  { table: 'notices', key: 'event_id, number', column: 'created_at', cutoff: daysAgo(20) },
  { table: 'passkey_challenges', key: 'challenge' },
  { table: 'password_resets', key: 'hash' },
  { table: 'provider_attempts', key: 'hash' },
  { table: 'provider_failures', key: 'id', column: 'failed_at', cutoff: daysAgo(30) },
  { table: 'provider_tests', key: 'id' },
  { table: 'refresh_tokens', key: 'hash' },
  { table: 'registration_links', key: 'hash' },
  { table: 'remembered_browsers', key: 'user_id, hash' },
  { table: 'removed_devices', key: 'student_id, key', column: 'removed_at', cutoff: daysAgo(90) },
  { table: 'sign_in_challenges', key: 'hash' },
  { table: 'sign_in_links', key: 'hash' },
  { table: 'trusted_places', key: 'user_id, place' },
  { table: 'wrong_accounts', key: 'client, account' },
];

/**
 * Selects sign-ins whose refresh tokens have expired or whose owner signed out. Recent sign-ins are excluded, because
 * they may not have a token yet.
 */
const ENDED_SESSIONS = `
  SELECT family FROM provider_sessions s
   WHERE started_at < $1 AND NOT EXISTS (SELECT FROM refresh_tokens r WHERE r.family = s.family) LIMIT $2`;
const HOUR_MS = 3_600_000;

/** PostgreSQL would not use an index for an array of composite keys. */
const isAmong = (key: string, rows: string): string =>
  key.includes(',') ? `(${key}) IN (${rows})` : `${key} = ANY(ARRAY(${rows}))`;

export const removeExpiredRows = async (pool: Pool, now: Date): Promise<void> => {
  for (const { table, key, column = 'expires_at', cutoff = () => now } of EXPIRING)
    await deleteInBatches(async (limit) => {
      const expired = `SELECT ${key} FROM ${table} WHERE ${column} < $1 LIMIT $2 FOR UPDATE SKIP LOCKED`;
      const statement = `DELETE FROM ${table} WHERE ${isAmong(key, expired)}`;
      return (await pool.query(statement, [cutoff(now), limit])).rowCount ?? 0;
    });
  await deleteInBatches(async (limit) => {
    const statement = `DELETE FROM provider_sessions WHERE family = ANY(ARRAY(${ENDED_SESSIONS}))`;
    return (await pool.query(statement, [new Date(now.getTime() - HOUR_MS), limit])).rowCount ?? 0;
  });
};
