import { ApiError } from '@qr-attendance/web-kit';

/** It does not exist, belongs to someone else, or the id is malformed. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404].includes(error.status);
