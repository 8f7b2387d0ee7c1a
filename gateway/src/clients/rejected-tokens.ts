import { INVALID_TOKEN } from '@qr-attendance/server';
import type { Response } from 'express';
import { serviceThatAnswered } from '../http/service-that-answered.ts';

/** A service rejected a valid token: the gateway itself does not know revocations. */
export const isTokenRejected = (response: Response): boolean =>
  response.statusCode === 401 &&
  serviceThatAnswered(response) !== undefined &&
  response.getHeader('www-authenticate') === INVALID_TOKEN;
