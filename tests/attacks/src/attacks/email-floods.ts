import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Attack } from '../attack.ts';
import { emailTurns, unknownAddressChecks, LOW_CEILING } from '../defenses/auth-emails.ts';
import { askFrom, sendRepeatedly } from '../target/ask-from.ts';
import { readMail } from '../target/read-mail.ts';
import type { Target } from '../target/start-target.ts';

const AT_ONCE = 10;
/** The service cannot send this many emails before the honest user's email. */
const FLOOD = 4_000;
const SENT_TOGETHER = 50;

let last = 0;
/** A new address for each attempt, because limits are per address. */
const nextAddress = () => `127.0.44.${(last += 1)}`;
const mailsOf = ({ system }: Target): string => join(system.dataDir, 'mails');
const requestLink = ({ url }: Target, from: string, email: string) =>
  askFrom(url, from, { method: 'POST', path: '/api/auth/forgot-password', body: JSON.stringify({ email }) });
const getsLink = async (target: Target, from: string, email: string): Promise<boolean> =>
  (await requestLink(target, from, email)) === 204 &&
  (await readMail(mailsOf(target), email, /\/reset-password#(\S+)/)) !== undefined;

export const emailFloodAttacks: Attack[] = [
  {
    name: 'links for everybody behind an IP address blocked by invented email addresses',
    defenses: [...unknownAddressChecks],
    attempt: async (target) => {
      const { email } = await target.teacher();
      const from = nextAddress();
      await sendRepeatedly(LOW_CEILING * 1.1, AT_ONCE, () =>
        requestLink(target, from, `${randomUUID()}@nobody.example`),
      );
      return !(await getsLink(target, from, email));
    },
  },
  {
    name: 'a link delayed by a flood of emails to existing accounts',
    defenses: [emailTurns],
    attempt: async (target) => {
      const [flooded, { email }] = [await target.teacher(), await target.teacher()];
      const sender = randomUUID();
      const client = new pg.Client({ connectionString: target.system.databases.auth });
      await client.connect();
      try {
        await client.query(
          `INSERT INTO mails (id, kind, user_id, sender, details, due_at)
           SELECT gen_random_uuid(), 'password_changed', $1, $2, '{}', now() - interval '1 minute'
             FROM generate_series(1, $3::integer)`,
          [flooded.id, sender, FLOOD],
        );
        const arrived = await getsLink(target, nextAddress(), email);
        const { rows } = await client.query<{ left: number }>(
          'SELECT count(*)::integer AS left FROM mails WHERE sender = $1',
          [sender],
        );
        return !arrived || (rows[0]?.left ?? 0) < SENT_TOGETHER;
      } finally {
        await client.query('DELETE FROM mails WHERE sender = $1', [sender]);
        await client.end();
      }
    },
  },
];
