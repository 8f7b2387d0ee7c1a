import type { ProviderSignInError } from '@qr-attendance/contracts';
import { errors as joseErrors } from 'jose';
import { ClientError, ResponseBodyError } from 'openid-client';

/** A failed sign-in at a provider: `code` is shown to the person, `detail` to administrators. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly code: ProviderSignInError;
  /** An English text for administrators, without personal data. */
  readonly detail: string | undefined;

  constructor(code: ProviderSignInError, detail?: string, options?: ErrorOptions) {
    super(detail ?? code, options);
    this.code = code;
    this.detail = detail;
  }
}

/** Error codes for a refusal by the person or by a policy of the provider. */
const DENIED = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
]);
/** OpenID Connect Core Error Code unmet_authentication_requirements 1.0. */
const UNMET = 'unmet_authentication_requirements';
const TEMPORARY = new Set(['temporarily_unavailable', 'server_error']);
/** RFC 6749, 4.1.2.1, and OpenID Connect Core, 3.1.2.6. */
const CALLBACK_ERRORS = new Set([
  ...DENIED,
  ...TEMPORARY,
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'invalid_request_uri',
  'invalid_request_object',
  'request_not_supported',
  'request_uri_not_supported',
  'registration_not_supported',
  UNMET,
]);
/** `ETIMEDOUT` and `EOPENBREAKER` come from the breaker. */
const TIMED_OUT = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ETIMEDOUT', 'EOPENBREAKER']);

/**
 * Removes all characters that no error code contains (RFC 6749, 4.1.2.1). Descriptions of errors are omitted, because
 * they may contain personal data.
 */
const onlyCode = (error: string): string => error.replaceAll(/[^\w.-]/g, '').slice(0, 60);

export const isTemporaryStatus = (status: number): boolean => status >= 500 || status === 429;

const statusIn = ({ cause }: { cause?: unknown }): number | undefined =>
  cause instanceof Response ? cause.status : undefined;

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** `fetch` throws a TypeError without a code for every network error. */
const isUnreachable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (error instanceof TypeError) return code === undefined;
  return (
    error.name === 'TimeoutError' ||
    error instanceof joseErrors.JWKSTimeout ||
    (code !== undefined && TIMED_OUT.has(code)) ||
    isUnreachable(error.cause)
  );
};

/**
 * Classifies the `error` of a callback. Browsers send it, so anybody can state one: it does not count as a failed request
 * to the provider, and only codes of the standards are stored.
 */
export const classifyCallback = (error: string): ProviderError => {
  const detail = CALLBACK_ERRORS.has(error) ? error : 'other';
  if (DENIED.has(error)) return new ProviderError('provider_denied', detail);
  if (error === UNMET) return new ProviderError('mfa_missing', detail);
  return new ProviderError(TEMPORARY.has(error) ? 'provider_unavailable' : 'provider_invalid', detail);
};

export const classifyError = (error: unknown): ProviderError => {
  if (error instanceof ProviderError) return error;
  // `openid-client` wraps errors from its requests.
  if (error instanceof Error && error.cause instanceof ProviderError) return error.cause;
  const toError = (code: ProviderSignInError, detail: string) =>
    new ProviderError(code, detail, { cause: error });
  if (error instanceof ResponseBodyError) {
    const isTemporary = TEMPORARY.has(error.error) || isTemporaryStatus(error.status);
    return toError(isTemporary ? 'provider_unavailable' : 'provider_invalid', onlyCode(error.error));
  }
  if (isUnreachable(error)) return toError('provider_unavailable', 'no answer');
  if (error instanceof ClientError) {
    const status = statusIn(error);
    if (status !== undefined && isTemporaryStatus(status))
      return toError('provider_unavailable', `HTTP ${status}`);
    return toError(
      'provider_invalid',
      [error.message, status && `HTTP ${status}`].filter(Boolean).join(', '),
    );
  }
  if (error instanceof joseErrors.JOSEError) return toError('provider_invalid', error.code);
  return toError('provider_invalid', error instanceof Error ? (codeOf(error) ?? error.name) : 'unknown');
};
