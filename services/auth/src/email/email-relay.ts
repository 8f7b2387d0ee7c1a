import type { Logger } from '@qr-attendance/observability';
import { createWorker, type Worker } from '@qr-attendance/server';
import type { MailQueue, WaitingMail } from './email-queue.ts';

const BATCH = 10;
const POLL_MS = 5_000;

/** Woken by whoever wrote a mail down. */
export type MailRelay = Worker;

/** Of a mail server's error only what tells no address and no text. */
const reasonOf = (error: unknown) => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return { name: error instanceof Error ? error.name : 'unknown', code, responseCode };
};

/** Sends the mails that wait; one that can't be sent is tried again later. Any number of replicas may do so. */
export const startMailRelay = ({
  queue,
  send,
  log,
}: {
  queue: MailQueue;
  send: (mail: WaitingMail) => Promise<void>;
  log: Logger;
}): MailRelay => {
  const sendOne = async (mail: WaitingMail): Promise<void> => {
    try {
      await send(mail);
      await queue.remove(mail.id);
    } catch (error) {
      log.warn({ mail: mail.id, reason: reasonOf(error) }, 'mail not sent, trying again later');
    }
  };
  const sendBatch = async (): Promise<boolean> => {
    const mails = await queue.claim(BATCH);
    for (const mail of mails) await sendOne(mail);
    return mails.length === BATCH;
  };
  return createWorker('mails', sendBatch, POLL_MS, log);
};
