import { z } from 'zod/mini';
import { textSchema } from '../common.ts';
import { defineRoute } from '../route.ts';
import { passkeyCreationOptionsSchema, passkeyRegistrationSchema } from './passkey-schemas.ts';
import { passkeySchema } from './schemas.ts';

const service = 'auth' as const;

/** The challenge is 32 random bytes, valid for 60 s and for one answer. */
export const startPasskeyRegistration = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/passkeys/registration-options',
  summary: 'Begin to enrol a passkey: the options that the browser needs',
  access: 'student',
  answer: passkeyCreationOptionsSchema,
});
export const addPasskey = defineRoute({
  service,
  method: 'post',
  path: '/api/auth/passkeys',
  summary: 'Enrol the passkey that the browser made; answers all my passkeys',
  access: 'student',
  body: z.object({ name: textSchema(50), credential: passkeyRegistrationSchema }),
  status: 201,
  answer: z.array(passkeySchema),
});
export const removePasskey = defineRoute({
  service,
  method: 'delete',
  path: '/api/auth/passkeys/:id',
  summary: 'Remove one of my passkeys; answers those left',
  access: 'student',
  params: z.object({ id: z.uuid() }),
  answer: z.array(passkeySchema),
});
