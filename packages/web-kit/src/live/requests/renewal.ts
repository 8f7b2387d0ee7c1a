import { routes } from '@qr-attendance/contracts';
import { RENEWAL_TIMEOUT_MS } from '../../renewal-timeout.ts';
import { type LiveRequest } from '../live-request.ts';

/** Each renewal rotates the refresh token, so it must not run twice in parallel. */
export const renewalRequest = {
  route: routes.auth.refreshToken,
  screens: ['every page when the access token ends'],
  maxMs: RENEWAL_TIMEOUT_MS,
  stoppedBy: ['signed_out', 'suspended'],
} satisfies LiveRequest;
