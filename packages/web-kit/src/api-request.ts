import {
  DEVICE_SIGNATURE_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  QUEUE_PLACE_HEADER,
  SCAN_PROOF_HEADER,
  toIdempotencyKeyHeader,
  type RequestPartsOf,
  type RouteContract,
} from '@qr-attendance/contracts';
import { ApiError } from './api-error.ts';
import { deviceKey } from './device-key.ts';
import { currentLanguage } from './texts/languages.ts';
import { createTraceParents } from './trace-parent.ts';

export type RequestOf<R> = RequestPartsOf<R> & RequestOptions;

interface RequestOptions {
  signed?: boolean;
  scanProof?: string | undefined;
  /** A repeated request with the same key creates nothing new. */
  idempotencyKey?: string;
  /** The place in the queue that the busy server returned. */
  queuePlace?: string;
  signal?: AbortSignal;
  /**
   * Prevents a change from being sent. After the request was sent, its answer is awaited, because the server may have
   * made the change.
   */
  cancel?: AbortSignal;
}

export const pathOf = (route: RouteContract, request: RequestOf<RouteContract>): string => {
  const params = (request.params ?? {}) as Record<string, string>;
  const path = route.path.replace(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
};

export const isChange = (route: RouteContract): boolean => route.method !== 'get';

/** `navigator.onLine` alone is not sufficient, because a server on this machine answers without a network. */
export const noResponseError = (route: RouteContract, wasOnline: boolean): ApiError => {
  const error = new ApiError(0);
  if (!wasOnline) error.trouble = isChange(route) ? 'not-sent' : 'offline';
  return error;
};

/** Sends a request once; the caller handles expired tokens. */
export const createFetch = (baseUrl: string) => {
  const traceParent = createTraceParents();
  return async (
    route: RouteContract,
    request: RequestOf<RouteContract>,
    token: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Response> => {
    const headers: Record<string, string> = {
      'x-requested-with': 'qr-attendance',
      // The app's language instead of the browser's, because the server writes emails in this language.
      'accept-language': currentLanguage(),
      traceparent: traceParent(),
    };
    if (token) headers['authorization'] = `Bearer ${token}`;
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (request.idempotencyKey)
      headers[IDEMPOTENCY_KEY_HEADER] = toIdempotencyKeyHeader(request.idempotencyKey);
    if (request.queuePlace) headers[QUEUE_PLACE_HEADER] = request.queuePlace;
    if (request.scanProof) headers[SCAN_PROOF_HEADER] = request.scanProof;
    if (request.signed) headers[DEVICE_SIGNATURE_HEADER] = await (await deviceKey()).sign(body ?? '');
    request.cancel?.throwIfAborted();
    const wasOnline = navigator.onLine;
    try {
      return await fetch(baseUrl + pathOf(route, request), {
        method: route.method.toUpperCase(),
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
        ...(body === undefined ? {} : { body }),
        ...(signal ? { signal } : {}),
      });
    } catch (error) {
      if (request.signal?.aborted) throw error;
      throw noResponseError(route, wasOnline);
    }
  };
};
