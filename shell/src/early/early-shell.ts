import type { Shell } from '@qr-attendance/page-start/early';
import { hasStorage } from '../has-storage.ts';
import { renewOnce } from '../identity/renew-once.ts';
import { lifetimeOf } from '../identity/token-claims.ts';
import { tokenStore } from '../identity/token-store.ts';
import { ownerOf, unverifiedKind } from '../identity/user-kind.ts';
import { waitingScanKey } from '../scan/scanned-code.ts';

export const earlyShell: Shell = {
  hasStorage,
  token: tokenStore.get,
  expiryOf: (token) => lifetimeOf(token)?.expiresAt,
  renew: (expired, request) => renewOnce(expired, { request, store: tokenStore }),
  userTypeOf: unverifiedKind,
  ownerOf,
  isWaitingScan: (key, code) => key === waitingScanKey(code),
};
