import { errorBodySchema } from '@qr-attendance/contracts';
import { i18n } from './texts/languages.ts';

const BRAND = Symbol.for('qr-attendance.ApiError');

/**
 * `not-sent`: a change could not be sent; `incompatible`: this version of the page cannot parse the successful answer.
 */
export type ClientErrorReason = 'offline' | 'not-sent' | 'incompatible';

export const PROOF_CANCELED = 'proof_canceled';

export class ApiError extends Error {
  /** The shell and each remote have separate copies of this class, so a brand identifies its instances. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
  readonly [BRAND] = true;
  override name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
  /** True if the renewal of the token was refused; see classifyFailure. Set by the API client. */
  signedOut = false;
  /** The reason why there is no usable response, if known. Set by the API client. */
  trouble: ClientErrorReason | undefined;

  constructor(
    status: number,
    { error = '', code = '', requestId = '', details = {} as Record<string, unknown> } = {},
    retryAfterSeconds?: number,
  ) {
    super(error);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get fields(): Record<string, string> {
    const { fields } = this.details;
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {};
  }
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
const secondsOf = (retryAfter: string | null): number | undefined => {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** Responses in another format, such as a proxy's error page, contain no message for users. */
export const toApiError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  return new ApiError(response.status, errorBodySchema.safeParse(body).data ?? {}, retryAfter);
};

export const isCanceled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** The user closed the dialog that asked for the proof of a request. */
export const isProofCanceled = (error: unknown): boolean =>
  error instanceof ApiError && error.code === PROOF_CANCELED;

export const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Prefers the localized text of the code to the server's English message. */
export const refusalOf = ({ code, message, details, retryAfterSeconds }: ApiError): string => {
  if (!code || !message) return message;
  const minutes = retryAfterSeconds === undefined ? undefined : Math.ceil(retryAfterSeconds / 60);
  return i18n.t(`refusals:${code}`, { minutes, ...details, defaultValue: message });
};

/** Prefers the server's refusal to the fallback (specification, section 8). */
export const messageOf = (error: unknown, fallback: string): string => {
  if (isCanceled(error)) return i18n.t('common:trouble.canceled');
  if (!(error instanceof ApiError)) return fallback;
  if (error.message) return refusalOf(error);
  switch (error.trouble) {
    case undefined:
      return fallback;
    case 'incompatible':
      return i18n.t('common:trouble.incompatible');
    default:
      return `${withFullStop(fallback)} ${i18n.t(`common:trouble.${error.trouble}`)}`;
  }
};
