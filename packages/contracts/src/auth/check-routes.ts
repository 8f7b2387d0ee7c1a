import { z } from 'zod/mini';
import { nameSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { accountCheckSchema, deviceIdSchema } from './schemas.ts';

const service = 'auth' as const;
/** More than anybody has of anything. */
const MOST = 50;

export const getAccountCheck = defineRoute({
  service,
  method: 'get',
  path: '/api/auth/account-check',
  summary: 'List what a previous user may have set up on my account',
  access: 'signed-in',
  answer: accountCheckSchema,
});
/** All or nothing; what is gone already is no error. Answers what is left. */
export const dropFromAccount = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/account-check',
  summary: 'Remove selected devices, passkeys and the PIN from my account, and correct the name if permitted',
  access: 'signed-in',
  refusals: [403],
  body: z.object({
    devices: z._default(z.array(deviceIdSchema).check(z.maxLength(MOST)), []),
    passkeys: z._default(z.array(z.uuid()).check(z.maxLength(MOST)), []),
    pin: z._default(z.boolean(), false),
    name: z.optional(nameSchema(200)),
  }),
  answer: accountCheckSchema,
});
