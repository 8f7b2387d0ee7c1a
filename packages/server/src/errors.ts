export const STATUS_BY_KIND = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
} as const;
export type ErrorKind = keyof typeof STATUS_BY_KIND;

/**
 * A request is rejected for a reason that its sender can understand. `message` is a whole sentence for
 * people, `code` is for programs, `details` is returned as it is, so it must not contain secrets.
 * `retryAfterSeconds` in the details becomes the header `Retry-After`.
 */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;

  constructor(kind: ErrorKind, code: string, message: string, details?: Record<string, unknown>) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

export const forbidden = (code: string, message: string, details?: Record<string, unknown>): DomainError =>
  new DomainError('forbidden', code, message, details);
export const conflict = (code: string, message: string, details?: Record<string, unknown>): DomainError =>
  new DomainError('conflict', code, message, details);
export const invalid = (code: string, message: string, details?: Record<string, unknown>): DomainError =>
  new DomainError('invalid', code, message, details);
/** @param retryAfterSeconds missing if a retry will not help soon */
export const tooMany = (code: string, message: string, retryAfterSeconds?: number): DomainError =>
  new DomainError(
    'too_many',
    code,
    message,
    retryAfterSeconds === undefined ? undefined : { retryAfterSeconds },
  );
export const notFound = (what: string): DomainError =>
  new DomainError('not_found', 'not_found', `${what} not found`);

const TRY_AGAIN = ['unavailable', 'try_again', 'This did not work. Try again in a moment.'] as const;
export const temporarilyUnavailable = (): DomainError => new DomainError(...TRY_AGAIN);

/**
 * Every attempt of an optimistic write met a concurrent write. Users get a 503; an event is delivered again.
 */
export class WriteConflict extends DomainError {
  override name = 'WriteConflict';
  readonly what: string;

  constructor(what: string) {
    super(...TRY_AGAIN);
    this.what = what;
  }
}

/** Another service rejected our request as invalid, so a retry does not help. Users get a 503. */
export class RejectedRequest extends DomainError {
  constructor() {
    super(...TRY_AGAIN);
  }
}
