import { routes } from '@qr-attendance/contracts';
import type { Logger } from '@qr-attendance/observability';
import { type InternalClient, makePinVerifier, type Peppers, type PinVerifier } from '@qr-attendance/server';

/** More wait for the next use: a hall that comes in after the change must not flood the auth service. */
const MOST_AT_ONCE = 4;

/**
 * Has verifiers under an earlier pepper replaced by ones under the current pepper, at the one moment when the PIN is known:
 * after it was found right. No mark waits for it or fails by it.
 * @param auth with a breaker of its own: the one that marks rely on must not open by this
 */
export const createRenewVerifier = (peppers: Peppers, auth: Pick<InternalClient, 'post'>, log: Logger) => {
  let underWay = 0;
  const renew = async (studentId: string, from: PinVerifier, pin: string): Promise<void> => {
    const body = { from, to: makePinVerifier(peppers, pin) };
    await auth.post(routes.auth.renewPinVerifierInternal, { params: { id: studentId }, body });
  };
  return (studentId: string, from: PinVerifier | undefined, pin: string | undefined): void => {
    if (!from || pin === undefined || underWay >= MOST_AT_ONCE) return;
    underWay += 1;
    void renew(studentId, from, pin)
      .catch((error: unknown) => log.warn({ err: error }, 'a PIN stays under an earlier pepper for now'))
      .finally(() => {
        underWay -= 1;
      });
  };
};
