import { createHash } from 'node:crypto';
import { createBatcher } from '@qr-attendance/server';
import { LRUCache } from 'lru-cache';
import { MIN_STATEMENT_INTERVAL_MS, type Pool } from '../../db/database.ts';
import { type Client, clientsOf, type Place } from './rules/place.ts';

const WINDOW_SECONDS = 900;
/** A client with more wrong accounts probably tries one password on many accounts. */
const FREE_ACCOUNTS = { browser: 10, address: 30 } as const;
/**
 * A campus behind one address has more wrong accounts: its allowance grows with the number of people who
 * signed in there.
 */
const SHARE_OF_PEOPLE = 0.02;
/**
 * An address counts as a campus if this many people signed in there. Rejecting its unknown browsers would let
 * one of them lock out a whole hall, so they take turns: after a wrong password none of them is judged for
 * `SLOW_MS`.
 */
const CAMPUS_PEOPLE = 30;
const SLOW_MS = 1_000;
const MAX_BATCH = 64;
const MAX_CLIENTS = 50_000;

interface ClientStanding {
  accounts: number;
  allowed: number;
  waitSeconds: number;
  isCampus: boolean;
}
interface Row {
  client: string;
  accounts: number;
  wait: number;
  people: number;
}
const NONE: ClientStanding = { accounts: 0, allowed: FREE_ACCOUNTS.browser, waitSeconds: 0, isCampus: false };

const accountOf = (emailKey: string): string => createHash('sha256').update(emailKey).digest('base64url');

/**
 * Counts, across all replicas, the accounts for which a client used a wrong password, because one password
 * tried on many accounts stays within the limit of each. An account counts until somebody signs in to it from
 * that client.
 */
export const createFailedAccountCounter = (pool: Pool) => {
  /** The last values read or written by this process, used between two reads. */
  const latest = new LRUCache<string, ClientStanding>({ max: MAX_CLIENTS, ttl: WINDOW_SECONDS * 1_000 });
  const slowed = new LRUCache<string, true>({ max: MAX_CLIENTS, ttl: SLOW_MS });

  const read = createBatcher<Client, ClientStanding>(
    async (clients) => {
      const { rows } = await pool.query<Row>(
        `SELECT w.client, w.accounts, w.wait,
                CASE WHEN w.accounts > $2 THEN
                  (SELECT count(*)::integer FROM trusted_places t WHERE t.place = w.client AND t.expires_at > now())
                ELSE 0 END AS people
           FROM (SELECT client, count(*)::integer AS accounts,
                        ceil(extract(epoch FROM min(expires_at) - now()))::integer AS wait
                   FROM wrong_accounts WHERE client = ANY($1) AND expires_at > now() GROUP BY client) w`,
        [clients.map(({ key }) => key), FREE_ACCOUNTS.browser],
      );
      const byClient = new Map(rows.map((row) => [row.client, row]));
      return clients.map(({ key, kind }) => {
        const row = byClient.get(key);
        const people = kind === 'address' && row ? row.people : 0;
        const standing: ClientStanding = row
          ? {
              accounts: row.accounts,
              allowed: FREE_ACCOUNTS[kind] + Math.floor(people * SHARE_OF_PEOPLE),
              waitSeconds: Math.max(1, row.wait),
              isCampus: people >= CAMPUS_PEOPLE,
            }
          : { ...NONE, allowed: FREE_ACCOUNTS[kind] };
        latest.set(key, standing);
        return standing;
      });
    },
    MAX_BATCH,
    MIN_STATEMENT_INTERVAL_MS,
  );
  const isOver = ({ accounts, allowed }: ClientStanding): boolean => accounts >= allowed;

  return {
    /**
     * `wait`: seconds to wait if a client of this place exceeded its allowance, else 0. `isSlow`: a campus
     * exceeded it.
     */
    standingAt: async (place: Place): Promise<{ wait: number; isSlow: boolean }> => {
      const over = (await Promise.all(clientsOf(place).map(read))).filter(isOver);
      return {
        wait: Math.max(0, ...over.filter(({ isCampus }) => !isCampus).map(({ waitSeconds }) => waitSeconds)),
        isSlow: over.some(({ isCampus }) => isCampus),
      };
    },
    /**
     * Whether a password of this place may be checked, judged by the values that this process has read or written last.
     */
    mayJudge: (place: Place, isReturning: boolean): boolean =>
      clientsOf(place).every(({ key }) => {
        const standing = latest.get(key) ?? NONE;
        return !isOver(standing) || (standing.isCampus && isReturning && !slowed.has(key));
      }),
    add: async (place: Place, emailKey: string): Promise<void> => {
      const clients = clientsOf(place);
      await pool.query(
        `INSERT INTO wrong_accounts (client, account, expires_at)
         SELECT client, $2, now() + make_interval(secs => $3) FROM unnest($1::text[]) AS given (client) ORDER BY client
         ON CONFLICT (client, account) DO UPDATE SET expires_at = excluded.expires_at`,
        [clients.map(({ key }) => key), accountOf(emailKey), WINDOW_SECONDS],
      );
      const standings = await Promise.all(clients.map(read));
      clients.forEach(({ key }, index) => {
        if (isOver(standings[index] ?? NONE)) slowed.set(key, true);
      });
    },
    forgive: async (place: Place, emailKey: string): Promise<void> => {
      await pool.query('DELETE FROM wrong_accounts WHERE client = ANY($1) AND account = $2', [
        clientsOf(place).map(({ key }) => key),
        accountOf(emailKey),
      ]);
    },
  };
};
export type WrongAccounts = ReturnType<typeof createFailedAccountCounter>;
