import type { Logger } from '@qr-attendance/observability';
import { createWorker, type Worker } from '@qr-attendance/server';
import type { Database, Transaction } from '../db/database.ts';
import { hashSecret } from '../sign-in/rules/secret.ts';
import { type Addressee, type Mail, mailSchema } from './rules/email.ts';

export interface WaitingMail {
  id: string;
  mail: Mail;
  to: Addressee;
  createdAt: Date;
  /** 1 at the first. */
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
/** One of a kind that only a newer release knows waits for a replica of that. */
const toWaitingMails = ({ id, user_id, email_key, created_at, ...row }: Row): WaitingMail[] => {
  const { data: mail } = mailSchema.safeParse({ ...row.details, kind: row.kind });
  const to = user_id === null ? { emailKey: email_key ?? '' } : { userId: user_id };
  return mail ? [{ id, mail, to, createdAt: created_at, attempt: row.attempts }] : [];
};

/** Writes a mail down to be sent, beside what it tells of. */
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

export const makeMailQueue = (database: Database) => ({
  /** @param sender who caused it, such as an address; without one it is the recipient */
  add: (to: Addressee, mail: Mail, sender?: string): Promise<void> => queueMail(database, to, mail, sender),
  /**
   * Takes mails that are due, of each sender in turn, so that nobody's many keep another one's waiting. One that is not removed is due again later, after twice the time at each try, so that a
   * crash or a dead mail server loses none; replicas never take the same one at once.
   */
  claim: async (limit: number): Promise<WaitingMail[]> => {
    const rows = await database.$queryRaw<Row[]>`
      UPDATE mails
         SET attempts = attempts + 1,
             due_at = now() + least(interval '1 minute' * power(2, least(attempts, 10)), interval '1 hour')
       WHERE id = ANY(ARRAY(
               SELECT m.id
                 FROM mails m
                 JOIN (SELECT id, row_number() OVER (PARTITION BY coalesce(sender, user_id::text, email_key)
                                                     ORDER BY due_at) AS turn
                         FROM mails WHERE due_at <= now()) t ON t.id = m.id
                ORDER BY t.turn, m.due_at LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED))
      RETURNING id, kind, user_id, email_key, details, created_at, attempts`;
    return rows.flatMap(toWaitingMails);
  },
  remove: async (id: string): Promise<void> => {
    await database.mail.deleteMany({ where: { id } });
  },
});
type MailQueue = ReturnType<typeof makeMailQueue>;

/** Sent at once by this process. */
const BATCH = 10;
const POLL_MS = 5_000;

/** Woken when a mail is written. */
type MailRelay = Worker;

/** Errors of a mail server are logged without addresses and texts. */
const reasonOf = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { name: error instanceof Error ? error.name : 'unknown', code, responseCode };
};

/** Sends the mails that wait; one that can't be sent is tried again later. Any number of replicas may do so. */
export const startMailRelay = ({
  mailQueue,
  send,
  log,
}: {
  mailQueue: MailQueue;
  send: (mail: WaitingMail) => Promise<void>;
  log: Logger;
}): MailRelay => {
  const sendOne = async (mail: WaitingMail): Promise<void> => {
    try {
      await send(mail);
      await mailQueue.remove(mail.id);
    } catch (error) {
      log.warn({ mail: mail.id, reason: reasonOf(error) }, 'mail not sent, trying again later');
    }
  };
  const sendBatch = async (): Promise<boolean> => {
    const mails = await mailQueue.claim(BATCH);
    await Promise.all(mails.map(sendOne));
    return mails.length === BATCH;
  };
  return createWorker('mails', sendBatch, POLL_MS, log);
};
