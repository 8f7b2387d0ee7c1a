import { ApiError } from '@qr-attendance/web-kit';

/** There is no such thing, it is someone else's, or the address cannot be that of one. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);
