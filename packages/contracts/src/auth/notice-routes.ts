import { z } from 'zod/mini';
import { openEnum } from '../open-enum.ts';
import { routesOf } from '../route.ts';
import { noticeKindSchema } from './notice-schemas.ts';

const { get, post, put } = routesOf('auth');

const noticesSchema = z.array(z.object({ kind: openEnum(noticeKindSchema), on: z.boolean() }));

export const listNotices = get('/api/auth/notices', {
  summary: 'List the emails about attendance that I can switch off',
  access: 'signed-in',
  grants: 'reads',
  answer: noticesSchema,
});
export const switchNotice = put('/api/auth/notices/:kind', {
  summary: 'Switch an email about attendance on or off',
  access: 'signed-in',
  grants: 'changesOwn',
  params: z.object({ kind: noticeKindSchema }),
  body: z.object({ on: z.boolean() }),
  answer: noticesSchema,
});

const unsubscribeQuery = z.object({ token: z.string().check(z.minLength(1), z.maxLength(600)) });
/**
 * The URL in the header `List-Unsubscribe` of these emails: email clients send a POST without a sign-in (RFC
 * 8058).
 */
export const unsubscribe = post('/api/auth/notices/unsubscribe', {
  summary: 'Switch off all emails about attendance by the link in one of them',
  access: 'anyone',
  grants: 'changesOwn',
  query: unsubscribeQuery,
});
/** For email clients that send a GET to the URL. Changes nothing, because email scanners open all links. */
export const openUnsubscribe = get('/api/auth/notices/unsubscribe', {
  summary: 'Redirect to the page on which emails about attendance are switched off',
  access: 'anyone',
  grants: 'reads',
  query: unsubscribeQuery,
  status: 303,
  answer: z.undefined(),
});
