import { PASSKEY_TIMEOUT_MS } from '@qr-attendance/contracts';
import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect } from 'react';
import { useStartPasskeyCheck } from './api/start-passkey-check.ts';
import { requestPasskey, needPasskeySupport } from './request-passkey.ts';
import { endOf, type PendingMark } from './pending/pending-mark.ts';
import { DeadlineExceeded, type RetryUntilResponse } from './retry-until-response.ts';

/** What a mark still takes on its way once the student has confirmed it. */
const TRAVEL_MS = 3_000;

/**
 * Proves by a passkey that the student holds the phone: a fresh challenge each time, as an old one may have been spent
 * or have expired.
 */
export const usePasskey = () => {
  const startCheck = useStartPasskeyCheck();
  // The browser's own dialogue would outlive the page.
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);
  return async (mark: PendingMark, untilAnswered: RetryUntilResponse): Promise<PendingMark> => {
    await needPasskeySupport();
    let tries = 0;
    let askedAt = 0;
    const challenge = await untilAnswered(
      (signal) => {
        tries += 1;
        askedAt = Date.now();
        return startCheck(mark.scan.ticket, signal);
      },
      { ticket: endOf(mark.scan) },
    );
    // Browsers ask for finger or face only right after a press, and it came too late for that one.
    if (tries > 1) throw new DeadlineExceeded('passkey');
    const passkey = await requestPasskey(challenge);
    const confirmedUntil = askedAt + PASSKEY_TIMEOUT_MS - TRAVEL_MS;
    return { ...mark, submission: { ...mark.submission, passkey }, confirmedUntil };
  };
};
