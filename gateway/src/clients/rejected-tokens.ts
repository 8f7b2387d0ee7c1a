import { INVALID_TOKEN } from '@qr-attendance/server';
import type { Response } from 'express';
import { answeredBy } from '../http/answered-by.ts';

/** A service rejected a valid token: the gateway itself does not know revocations. */
export const isTokenRejected = (response: Response): boolean =>
  response.statusCode === 401 &&
  answeredBy(response) !== undefined &&
  response.getHeader('www-authenticate') === INVALID_TOKEN;
