import { clientAddressOf, Refused } from '@qr-attendance/service-kit';
import type { Request, Response } from 'express';
import type { Place } from '../domain/place.ts';
import type { Cookies } from './cookies.ts';

/**
 * Does what depends on where a request comes from. A refusal that is for a time says so in `Retry-After`, seconds.
 */
export const atPlace = async <T>(
  { request, response }: { request: Request; response: Response },
  cookies: Cookies,
  work: (place: Place) => Promise<T>,
): Promise<T> => {
  try {
    return await work({ address: clientAddressOf(request), browser: cookies.readBrowser(request) });
  } catch (error) {
    const seconds = error instanceof Refused ? error.details?.['retryAfterSeconds'] : undefined;
    if (typeof seconds === 'number') response.setHeader('Retry-After', String(seconds));
    throw error;
  }
};
