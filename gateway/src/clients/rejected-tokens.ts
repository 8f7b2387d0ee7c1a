import { INVALID_TOKEN } from '@qr-attendance/server';
import type { Response } from 'express';
import { serviceThatAnswered } from '../http/service-that-answered.ts';

/** A service rejected the valid token of the request: the gateway itself knows no revocations. */
export const isTokenRejected = (response: Response): boolean =>
  response.statusCode === 401 &&
  serviceThatAnswered(response) !== undefined &&
  response.getHeader('www-authenticate') === INVALID_TOKEN;
