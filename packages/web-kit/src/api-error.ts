import { errorBodySchema } from '@qr-attendance/contracts';
import i18next from 'i18next';

const BRAND = Symbol.for('qr-attendance.ApiError');

/**
 * `offline`: a read that could not leave this device; `not-sent`: a change that could not; `incompatible`: a
 * successful answer in a form that this page does not know.
 */
export type Trouble = 'offline' | 'not-sent' | 'incompatible';

export class ApiError extends Error {
  /**
   * The shell's client throws and remotes catch, but each has its own copy of this class, so a brand
   * identifies it.
   */
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
  /** Set by the API client only: the renewal of the access token was rejected. See classifyFailure. */
  signedOut = false;
  /** Set by the API client only: the reason of an unusable answer, as far as the browser knows. */
  trouble: Trouble | undefined;

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

  /** Messages beside fields of a rejected form: field name → message. */
  get fields(): Record<string, string> {
    const { fields } = this.details;
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {};
  }
}

/** `Retry-After` is a number of seconds or a date. Source: RFC 9110, 10.2.3. */
const secondsOf = (retryAfter: string | null): number | undefined => {
  if (!retryAfter) return undefined;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** Other answers, such as a proxy's page, have no sentence for people. */
export const toApiError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  return new ApiError(response.status, errorBodySchema.safeParse(body).data ?? {}, retryAfter);
};

export const isCanceled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * The server's error in the language of the page: the text of its `code`, else the server's own English
 * sentence; empty if there is none.
 */
export const refusalOf = ({ code, message, details, retryAfterSeconds }: ApiError): string => {
  if (!code || !message) return message;
  const minutes = retryAfterSeconds === undefined ? undefined : Math.ceil(retryAfterSeconds / 60);
  return i18next.t(`refusals:${code}`, { minutes, ...details, defaultValue: message });
};

/**
 * The server's error, else the fallback (specification, section 8) with the reason, if the browser knows it.
 * An outdated page is not the user's fault, so its message replaces the fallback.
 */
export const messageOf = (error: unknown, fallback: string): string => {
  if (isCanceled(error)) return i18next.t('common:trouble.canceled');
  if (!(error instanceof ApiError)) return fallback;
  if (error.message) return refusalOf(error);
  switch (error.trouble) {
    case undefined:
      return fallback;
    case 'incompatible':
      return i18next.t('common:trouble.incompatible');
    default:
      return `${endSentence(fallback)} ${i18next.t(`common:trouble.${error.trouble}`)}`;
  }
};
