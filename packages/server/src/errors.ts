/** Kinds of refusal and the status code each is answered with. */
export const STATUS_OF_KIND = {
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
export type RefusalKind = keyof typeof STATUS_OF_KIND;

/**
 * A request is refused for a reason its sender can understand. `message` is a whole sentence shown to a person,
 * `code` is for programs, `details` is answered as it is: never put a secret there. Whole `retryAfterSeconds` in the
 * details of what is too many become the header `Retry-After`.
 */
export class Refused extends Error {
  override name = 'Refused';
  readonly kind: RefusalKind;
  readonly code: string;
  readonly details: Record<string, unknown> | undefined;

  constructor(kind: RefusalKind, code: string, message: string, details?: Record<string, unknown>) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}

export const notFound = (what: string): Refused => new Refused('not_found', 'not_found', `${what} not found`);
export const tryAgainSoon = (): Refused =>
  new Refused('unavailable', 'try_again', 'This did not work just now. Please try again in a moment.');
