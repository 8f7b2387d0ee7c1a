import type { Logger } from '@qr-attendance/service-kit';
import type { MailQueue, WaitingMail } from '../data/mail-queue.ts';

const BATCH = 10;
const POLL_MS = 5_000;

export interface MailRelay {
  /** Say that a mail was written down; sending starts at once. */
  wake: () => void;
  stop: () => Promise<void>;
}

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
  let stopped = false;
  let woken = false;
  let running: Promise<void> | undefined;

  const sendOne = async (mail: WaitingMail): Promise<void> => {
    try {
      await send(mail);
      await queue.remove(mail.id);
    } catch (error) {
      log.warn({ mail: mail.id, reason: reasonOf(error) }, 'mail not sent, trying again later');
    }
  };
  const drain = async (): Promise<void> => {
    try {
      do {
        woken = false;
        const mails = await queue.claim(BATCH);
        for (const mail of mails) await sendOne(mail);
        woken ||= mails.length === BATCH;
      } while (woken && !stopped);
    } catch (error) {
      log.warn({ err: error }, 'mails could not be read, trying again soon');
    }
  };
  const wake = (): void => {
    woken = true;
    if (stopped || running) return;
    running = drain().finally(() => {
      running = undefined;
    });
  };
  const backstop = setInterval(wake, POLL_MS);
  wake();
  return {
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(backstop);
      await running;
    },
  };
};
