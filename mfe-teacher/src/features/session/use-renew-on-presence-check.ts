import type { PresenceCheck } from '@qr-attendance/contracts';
import { useEffect, useEffectEvent } from 'react';

/** Renews the code when the check opens, because phones ignore a code that they have already scanned. */
export const useRenewOnPresenceCheck = (
  check: PresenceCheck | undefined,
  renew: (() => void) | undefined,
): void => {
  const openedAt = check?.state === 'open' ? check.openedAt : undefined;
  const renewCode = useEffectEvent(() => renew?.());
  useEffect(() => {
    if (openedAt) renewCode();
  }, [openedAt]);
};
