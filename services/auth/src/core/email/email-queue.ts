import type { Logger } from '@qr-attendance/observability';
import { createWorker, hashSecret, type Worker } from '@qr-attendance/server';
import type { Database, Transaction } from '../../db/database.ts';
import { Prisma } from '../../db/generated/client.ts';
import { type Addressee, type Mail, mailSchema } from './rules/email.ts';
import { senderOf } from './rules/sender.ts';

export interface WaitingMail {
  id: string;
  mail: Mail;
  to: Addressee;
  createdAt: Date;
  attempt: number;
}
export interface WaitingNotices {
  id: string;
  userId: string;
  attempt: number;
}
interface Row {
  id: string;
  kind: string;
  user_id: string | null;
  email_key: string | null;
  details: object;
  created_at: Date;
  attempts: number;
}
/** Skips kinds of emails that only a newer release knows; a replica of that release sends them. */
const toWaitingMails = ({ id, user_id, email_key, created_at, ...row }: Row): WaitingMail[] => {
  const { data: mail } = mailSchema.safeParse({ ...row.details, kind: row.kind });
  const to = user_id === null ? { emailKey: email_key ?? '' } : { userId: user_id };
  return mail ? [{ id, mail, to, createdAt: created_at, attempt: row.attempts }] : [];
};

export const queueMail = async (
  transaction: Transaction,
  to: Addressee,
  mail: Mail,
  sender?: string,
): Promise<void> => {
  const { kind, ...details } = mail;
  const hashed = sender === undefined ? {} : { sender: hashSecret(sender) };
  await transaction.mail.create({ data: { ...to, ...hashed, kind, details } });
};

const retryAt = Prisma.sql`now() + least(interval '1 minute' * power(2, least(attempts, 10)), interval '1 hour')`;

export const createMailQueue = (database: Database) => ({
  add: (to: Addressee, mail: Mail, sender?: string): Promise<void> => queueMail(database, to, mail, sender),
  /**
   * Claims due emails round-robin by sender, so that one sender cannot delay the others. A claimed email
   * becomes due again later, with twice the delay after each attempt, until it is removed; so neither a crash
   * nor an unavailable mail server loses it. Replicas never claim the same email at the same time: if a
   * locked row changed, PostgreSQL checks the conditions of the outer query again, but not those of the inner
   * one.
   */
  claim: async (limit: number): Promise<WaitingMail[]> => {
    const rows = await database.$queryRaw<Row[]>`
      UPDATE mails
         SET attempts = attempts + 1,
             due_at = ${retryAt}
       WHERE id = ANY(ARRAY(
               SELECT m.id
                 FROM mails m
                 JOIN (SELECT id, row_number() OVER (PARTITION BY ${Prisma.raw(senderOf())}
                                                     ORDER BY due_at) AS turn
                         FROM mails WHERE due_at <= now() AND kind <> 'notices') t ON t.id = m.id
                WHERE m.due_at <= now()
                ORDER BY t.turn, m.due_at LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED))
      RETURNING id, kind, user_id, email_key, details, created_at, attempts`;
    return rows.flatMap(toWaitingMails);
  },
  /** Notices are claimed separately, so that other emails never wait for notices to a whole class. */
  claimNotices: async (limit: number): Promise<WaitingNotices[]> => {
    const rows = await database.$queryRaw<Pick<Row, 'id' | 'user_id' | 'attempts'>[]>`
      UPDATE mails SET attempts = attempts + 1, due_at = ${retryAt}
       WHERE id = ANY(ARRAY(
               SELECT id FROM mails WHERE kind = 'notices' AND due_at <= now()
                ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      RETURNING id, user_id, attempts`;
    return rows.map(({ id, user_id, attempts }) => ({ id, userId: user_id ?? '', attempt: attempts }));
  },
  /** `retried` emails failed before and are due again later. */
  countWaiting: async (): Promise<{ waiting: number; retried: number }> => {
    const [row] = await database.$queryRaw<{ waiting: number; retried: number }[]>`
      SELECT count(*)::integer AS waiting, count(*) FILTER (WHERE attempts > 1)::integer AS retried
        FROM mails WHERE due_at <= now() OR attempts > 0`;
    return row ?? { waiting: 0, retried: 0 };
  },
  remove: async (id: string): Promise<void> => {
    await database.mail.deleteMany({ where: { id } });
  },
});
export type MailQueue = ReturnType<typeof createMailQueue>;

const BATCH = 10;
const NOTICES_BATCH = 2;
const POLL_MS = 5_000;

export type MailRelay = Worker;

const reasonOf = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { name: error instanceof Error ? error.name : 'unknown', code, responseCode };
};

interface Relay<Claimed extends { id: string }> {
  name: string;
  claim: (limit: number) => Promise<Claimed[]>;
  batch: number;
  /** Must ensure that the email is not sent again. */
  send: (claimed: Claimed) => Promise<void>;
  log: Logger;
}
const startRelay = <Claimed extends { id: string }>({
  name,
  claim,
  batch,
  send,
  log,
}: Relay<Claimed>): MailRelay => {
  const sendOne = async (claimed: Claimed): Promise<void> => {
    try {
      await send(claimed);
    } catch (error) {
      log.warn({ mail: claimed.id, reason: reasonOf(error) }, 'email not sent, retrying later');
    }
  };
  const sendBatch = async (): Promise<boolean> => {
    const claimed = await claim(batch);
    await Promise.all(claimed.map(sendOne));
    return claimed.length === batch;
  };
  return createWorker(name, sendBatch, POLL_MS, log);
};

interface MailRelayDeps {
  mailQueue: MailQueue;
  log: Logger;
}
export const startMailRelay = ({
  mailQueue,
  send,
  log,
}: MailRelayDeps & { send: (mail: WaitingMail) => Promise<void> }): MailRelay =>
  startRelay({
    name: 'mails',
    claim: mailQueue.claim,
    batch: BATCH,
    send: async (mail) => {
      await send(mail);
      await mailQueue.remove(mail.id);
    },
    log,
  });

export const startNoticeRelay = ({
  mailQueue,
  send,
  log,
}: MailRelayDeps & { send: (waiting: WaitingNotices) => Promise<void> }): MailRelay =>
  startRelay({
    name: 'notices',
    claim: mailQueue.claimNotices,
    batch: NOTICES_BATCH,
    send,
    log,
  });
