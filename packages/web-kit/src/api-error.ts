import { errorBodySchema } from '@qr-attendance/contracts';
import i18next from 'i18next';

const BRAND = Symbol.for('qr-attendance.ApiError');

/**
 * `offline`: a question that could not leave this device; `not-sent`: a change that could not;
 * `incompatible`: the server answered with success, in a form that this page does not know.
 */
export type Trouble = 'offline' | 'not-sent' | 'incompatible';

/** A call that did not succeed. `message` is the server's sentence, or empty when there was none. */
export class ApiError extends Error {
  /** The shell's client throws, remotes catch, and each has its own copy of this class: a brand tells, not the class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
  readonly [BRAND] = true;
  override name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: Record<string, unknown>;
  /** Seconds after which the server wants to be asked again; undefined when it did not say. */
  readonly retryAfterSeconds: number | undefined;
  /** The renewal of the access token was refused: set by the API client alone. See classifyFailure. */
  signedOut = false;
  /** Set by the API client alone: why nothing usable came back, as far as the browser knows. */
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

  /** Messages beside fields, when the server refused a form: field name → message. */
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

/** Reads the published error body; anything else (a proxy's page, say) has no sentence for people. */
export const toApiError = async (response: Response): Promise<ApiError> => {
  const body: unknown = await response.json().catch(() => undefined);
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  return new ApiError(response.status, errorBodySchema.safeParse(body).data ?? {}, retryAfter);
};

/** Whether the caller itself gave up the call, by the signal that it passed. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/**
 * The server's refusal in the language of the page: the text of its `code`, else the server's own English sentence.
 * @returns an empty string when the server sent no sentence
 */
export const refusalOf = ({ code, message, details, retryAfterSeconds }: ApiError): string => {
  if (!code || !message) return message;
  const minutes = retryAfterSeconds === undefined ? undefined : Math.ceil(retryAfterSeconds / 60);
  return i18next.t(`refusals:${code}`, { minutes, ...details, defaultValue: message });
};

/**
 * The sentence to show: the server's refusal, else the fallback (specification, section 8), with the reason where the
 * browser knows it. An outdated page is not the fault of what was pressed, so it replaces the fallback.
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
