/** Kinds of refusal and the status code each is answered with. */
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
 * A request is refused for a reason its sender can understand. `message` is a whole sentence shown to a person,
 * `code` is for programs, `details` is answered as it is: never put a secret there. Whole `retryAfterSeconds` in the
 * details of what is too many become the header `Retry-After`.
 */
export class DomainError extends Error {
  override name = 'Refused';
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

/** A refusal with a code and a message for the person who is refused. */
export const forbidden = (code: string, message: string, details?: Record<string, unknown>): DomainError =>
  new DomainError('forbidden', code, message, details);
export const notFound = (what: string): DomainError =>
  new DomainError('not_found', 'not_found', `${what} not found`);
export const temporarilyUnavailable = (): DomainError =>
  new DomainError('unavailable', 'try_again', 'This did not work. Try again in a moment.');
