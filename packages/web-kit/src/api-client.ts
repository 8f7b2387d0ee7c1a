import { MOVED_STATUS, type AnswerOf, type RouteContract } from '@qr-attendance/contracts';
import { anySignal, rejectOnAbort, withTimeoutSignal } from './abort.ts';
import { ApiError, PROOF_CANCELED, toApiError } from './api-error.ts';
import { createFetch, isChange, noResponseError, pathOf, type RequestOf } from './api-request.ts';
import { readEventStream, type StreamedEvent } from './event-stream.ts';
import { i18n } from './texts/languages.ts';

export type { RequestOf };

/** All methods throw ApiError; `signed` calls may also throw DeviceKeyError. */
export interface ApiClient {
  call: <R extends RouteContract>(route: R, request: RequestOf<R>) => Promise<AnswerOf<R>>;
  /** `nextCursor` is missing on the last page. */
  page: <R extends RouteContract>(
    route: R,
    request: RequestOf<R>,
  ) => Promise<{ items: AnswerOf<R>; nextCursor?: string }>;
  file: <R extends RouteContract>(route: R, request: RequestOf<R>) => Promise<Blob>;
  stream: <R extends RouteContract>(
    route: R,
    request: RequestOf<R> & { signal: AbortSignal },
  ) => AsyncIterable<StreamedEvent>;
}

export interface ApiClientOptions {
  /** Empty for the page's own origin. */
  baseUrl?: string;
  getToken: () => string | undefined;
  /**
   * The renewal may take any time; each caller waits only until its own signal aborts. Undefined if the
   * sign-in is over.
   */
  renew: () => Promise<string | undefined>;
  isSameUser?: (token: string, other: string) => boolean;
  /**
   * Asks the user for the proof that a route requires, and stores the access token that contains it. Returns
   * false if the user canceled.
   */
  prove?: (route: RouteContract) => Promise<boolean>;
  /** Called with the new address if the system has left the address of this page. */
  onMoved?: (address: string) => void;
  /** Returns the response to an early request at most once. `path` includes the query. */
  takeEarly?: (method: string, path: string) => Promise<Response | undefined>;
}

/** Without this limit, a network that drops packets would leave an action unanswered for minutes. */
const MAX_ANSWER_MS = 30_000;
/** Users would not expect a change to be sent after a longer wait. */
const MAX_RENEWAL_MS = 10_000;

const nextCursorOf = (response: Response): string | undefined => {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return next ? (new URL(next, 'http://self').searchParams.get('cursor') ?? undefined) : undefined;
};

export const createApiClient = ({
  baseUrl = '',
  getToken,
  renew,
  isSameUser = () => true,
  prove,
  onMoved,
  takeEarly,
}: ApiClientOptions): ApiClient => {
  const fetchOnce = createFetch(baseUrl);
  let renewing: Promise<string | undefined> | undefined;
  /** Concurrent calls share one renewal. */
  const renewOnce = () =>
    (renewing ??= renew().finally(() => {
      renewing = undefined;
    }));

  let proving: Promise<boolean> | undefined;
  /** Concurrent calls share one dialog. */
  const proveOnce = (route: RouteContract, ask: NonNullable<typeof prove>) =>
    (proving ??= ask(route).finally(() => {
      proving = undefined;
    }));

  const waitForRenewal = async (route: RouteContract, signal: AbortSignal | undefined) => {
    if (!isChange(route)) return rejectOnAbort(renewOnce(), signal);
    const wasOnline = navigator.onLine;
    try {
      return await rejectOnAbort(renewOnce(), withTimeoutSignal(MAX_RENEWAL_MS, signal));
    } catch (error) {
      if (signal?.aborted || error instanceof ApiError) throw error;
      throw noResponseError(route, wasOnline && navigator.onLine);
    }
  };

  const sendRenewed = async (
    route: RouteContract,
    request: RequestOf<RouteContract>,
    maxMs?: number,
  ): Promise<Response> => {
    const limited = () => (maxMs === undefined ? request.signal : withTimeoutSignal(maxMs, request.signal));
    const early = takeEarly?.(route.method, pathOf(route, request));
    const answered = early && (await rejectOnAbort(early, limited()));
    const token = getToken();
    const response = answered ?? (await fetchOnce(route, request, token, limited()));
    // On routes without a sign-in, a 401 is about the data that was sent, such as a wrong password, and the request may
    // have had an effect, such as a used link. On other routes the token may be missing, for example after the user
    // cleared the storage.
    if (response.status !== 401 || route.access === 'anyone') return response;
    const left = anySignal(request.signal, request.cancel);
    // Another tab may have renewed the token.
    const isOver = getToken() === token && !(await waitForRenewal(route, left));
    const renewed = isOver ? undefined : getToken();
    // If another user has signed in, the request must not be sent in that user's name.
    if (renewed && (!token || isSameUser(token, renewed)))
      return fetchOnce(route, request, renewed, limited());
    throw Object.assign(await toApiError(response), { signedOut: true });
  };

  const reportMove = async (response: Response): Promise<void> => {
    const { code, details } = await toApiError(response);
    const address = String(details['address']);
    if (code === 'moved' && address.startsWith('https://')) onMoved?.(address);
  };

  /** Remotes of earlier releases omit an empty request. */
  const orEmpty = (request: unknown): RequestOf<RouteContract> => (request ?? {}) as RequestOf<RouteContract>;

  /** Sends the request again after the user has entered the password. */
  const send = async (...args: Parameters<typeof sendRenewed>): Promise<Response> => {
    const [route, { signal }] = args;
    const response = await sendRenewed(...args);
    if (response.status === MOVED_STATUS) await reportMove(response.clone());
    if (response.status !== 403 || !prove) return response;
    const error = await toApiError(response.clone());
    if (error.code !== 'fresh_proof_required') return response;
    if (await rejectOnAbort(proveOnce(route, prove), signal)) return sendRenewed(...args);
    throw new ApiError(403, { code: PROOF_CANCELED, error: i18n.t('common:proofCanceled') });
  };

  const answer = async <R extends RouteContract>(route: R, response: Response): Promise<AnswerOf<R>> => {
    if (!response.ok) throw await toApiError(response);
    const body: unknown = response.status === 204 ? undefined : await response.json();
    const { data, error } = route.answer.safeParse(body);
    if (!error) return data as AnswerOf<R>;
    console.warn(`${route.method} ${route.path} answered in a form that this page does not know`, error);
    throw Object.assign(new ApiError(response.status), { trouble: 'incompatible' as const });
  };

  return {
    call: async (route, request) => answer(route, await send(route, orEmpty(request), MAX_ANSWER_MS)),
    page: async (route, request) => {
      const response = await send(route, orEmpty(request), MAX_ANSWER_MS);
      const items = await answer(route, response);
      const nextCursor = nextCursorOf(response);
      return nextCursor ? { items, nextCursor } : { items };
    },
    file: async (route, request) => {
      const response = await send(route, orEmpty(request));
      if (!response.ok) throw await toApiError(response);
      try {
        return await response.blob();
      } catch {
        throw new ApiError(0);
      }
    },
    stream: (route, request) =>
      readEventStream(
        (signal) => send(route, { ...(request as RequestOf<RouteContract>), signal }),
        request.signal,
      ),
  };
};
