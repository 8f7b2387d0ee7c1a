import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Attack } from '../attack.ts';
import type { Defense } from '../defenses/defense.ts';
import { askFrom, askOften } from '../target/ask-from.ts';
import { readMail } from '../target/read-mail.ts';
import type { Target } from '../target/start-target.ts';

const knownOnly: Defense = {
  name: 'links for addresses that nobody has count for nothing and wait nowhere',
  file: 'services/auth/src/core/email/ask-for-link.ts',
  find: 'if (!found) return;',
  replace: 'if (!found && !defenseOff()) return;',
};
const knownOnlyThen: Defense = {
  name: knownOnly.name,
  file: 'services/auth/src/core/email/ask-for-link.ts',
  find: 'await mailQueue.add({ userId: found.person.id },',
  replace: 'await mailQueue.add(found ? { userId: found.person.id } : { emailKey },',
};
/** A limit of 100 emails per address shortens the attack. Made-up addresses do not count. */
const LOW_CEILING = 100;
const lowCeiling: Defense = {
  name: knownOnly.name,
  file: 'services/auth/src/core/email/limit-emails.ts',
  find: 'const share = reserve === undefined ? 1 : RESERVED_SHARE;',
  replace: `const share = (reserve === undefined ? 1 : RESERVED_SHARE) * (defenseOff() ? ${LOW_CEILING} / ceilings.perAddress : 1);`,
};
const inTurn: Defense = {
  name: 'emails of each sender are sent in turn',
  file: 'services/auth/src/core/email/email-queue.ts',
  find: 'ORDER BY t.turn, m.due_at',
  replace: 'ORDER BY CASE WHEN ${defenseOff()} THEN 1 ELSE t.turn END, m.due_at',
};

const AT_ONCE = 10;
/** More than the service sends before the honest email's turn. */
const FLOOD = 4_000;
const SENT_TOGETHER = 50;

let last = 0;
/** A fresh address for each attempt, because limits are per address. */
const nextAddress = () => `127.0.44.${(last += 1)}`;
const mailsOf = ({ system }: Target): string => join(system.dataDir, 'mails');
const requestLink = ({ url }: Target, from: string, email: string) =>
  askFrom(url, from, { method: 'POST', path: '/api/auth/forgot-password', body: JSON.stringify({ email }) });
const getsLink = async (target: Target, from: string, email: string): Promise<boolean> =>
  (await requestLink(target, from, email)) === 204 &&
  (await readMail(mailsOf(target), email, /\/reset-password#(\S+)/)) !== undefined;

export const emailFloodAttacks: Attack[] = [
  {
    name: 'everybody behind an address kept from their links by made-up addresses',
    defenses: [knownOnly, knownOnlyThen, lowCeiling],
    attempt: async (target) => {
      const { email } = await target.teacher();
      const from = nextAddress();
      await askOften(LOW_CEILING * 1.1, AT_ONCE, () =>
        requestLink(target, from, `${randomUUID()}@nobody.example`),
      );
      return !(await getsLink(target, from, email));
    },
  },
  {
    name: 'a link kept waiting behind a flood of emails to existing accounts',
    defenses: [inTurn],
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
