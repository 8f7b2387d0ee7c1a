import { PASSKEY_TIMEOUT_MS, routes } from '@qr-attendance/contracts';
import { ticketExpiry, useApi } from '@qr-attendance/web-kit';
import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect } from 'react';
import { requestPasskey, requirePasskeySupport } from './request-passkey.ts';
import type { PendingMark } from './pending/pending-mark.ts';
import { DeadlineExceededError, type RetryUntilResponse } from './retry-until-response.ts';

/** Time between the confirmation and its arrival at the server. */
const DELIVERY_MARGIN_MS = 3_000;

/** Requests a new challenge each time, because an old challenge may be used or expired. */
export const usePasskey = () => {
  const api = useApi();
  // Closes the browser's passkey dialog, which would otherwise stay open after the user has left the page.
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);
  return async (mark: PendingMark, untilAnswered: RetryUntilResponse): Promise<PendingMark> => {
    await requirePasskeySupport();
    let tries = 0;
    let requestedAt = 0;
    const challenge = await untilAnswered(
      (signal) => {
        tries += 1;
        requestedAt = Date.now();
        return api.call(routes.attendance.startPasskeyCheck, { body: { ticket: mark.scan.ticket }, signal });
      },
      { ticket: ticketExpiry(mark.scan) },
    );
    // Browsers show the passkey dialog only right after a press, and this challenge arrived too late.
    if (tries > 1) throw new DeadlineExceededError('passkey');
    const passkey = await requestPasskey(challenge);
    const confirmationExpiresAt = requestedAt + PASSKEY_TIMEOUT_MS - DELIVERY_MARGIN_MS;
    return { ...mark, submission: { ...mark.submission, passkey }, confirmationExpiresAt };
  };
};
