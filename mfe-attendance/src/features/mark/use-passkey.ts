import type { PasskeyAssertion } from '@qr-attendance/contracts';
import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { useEffect } from 'react';
import { useStartPasskeyCheck } from './api/start-passkey-check.ts';
import { askPasskey, needPasskeySupport } from './ask-passkey.ts';

/**
 * Proves by a passkey that the student holds the phone: a fresh challenge each time, as an old one may have been spent
 * or have expired.
 */
export const usePasskey = (ticket: string): (() => Promise<PasskeyAssertion>) => {
  const { mutateAsync: startCheck } = useStartPasskeyCheck();
  // The browser's own dialogue would outlive the page.
  useEffect(() => () => WebAuthnAbortService.cancelCeremony(), []);
  return async () => {
    await needPasskeySupport();
    return askPasskey(await startCheck(ticket));
  };
};
