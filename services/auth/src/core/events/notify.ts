import type { Suspensions, Worker } from '@qr-attendance/server';

export interface NotifyDeps {
  wakeRelay: () => void;
  mailRelay: Worker;
  suspensions: Suspensions;
}

/** This process rejects earlier access tokens at once, and the other services within seconds. */
export const notify = async ({ wakeRelay, mailRelay, suspensions }: NotifyDeps): Promise<void> => {
  wakeRelay();
  mailRelay.wake();
  await suspensions.refresh();
};
