import { z } from 'zod/mini';
import { nameSchema } from '../common.ts';
import { routesOf } from '../route.ts';
import { passkeyAssertionSchema, passkeyRequestOptionsSchema } from '../webauthn.ts';
import { passkeyCreationOptionsSchema, passkeyRegistrationSchema } from './passkey-schemas.ts';
import { freshProofSchema, passkeySchema } from './schemas.ts';

const { post, remove } = routesOf('auth');

/** The challenge is 32 random bytes, valid for 60 s and for one answer. */
export const startPasskeyRegistration = post('/api/auth/passkeys/registration-options', {
  summary: 'Start the registration of a passkey',
  access: 'signed-in',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: { nobody: 'nothing changes until the passkey is added' },
  answer: passkeyCreationOptionsSchema,
});
/** For students, whose passkeys confirm marks. Staff add passkeys with `activateSecondFactor`. */
export const addPasskey = post('/api/auth/passkeys', {
  summary: 'Register a passkey; returns all my passkeys',
  access: 'student',
  grants: 'outlivesSession',
  proof: 'fresh',
  tells: ['passkey_added'],
  body: z.object({ name: nameSchema(50), credential: passkeyRegistrationSchema }),
  status: 201,
  answer: z.array(passkeySchema),
});
/** The challenge is valid for 60 s and for one answer. Passkeys in their cool-down are not accepted. */
export const startPasskeyProof = post('/api/auth/passkeys/proof-options', {
  summary: 'Start re-authentication with a passkey',
  access: 'signed-in',
  grants: 'changesOwn',
  answer: passkeyRequestOptionsSchema,
});
/** Has the same effect as `confirmPassword`. */
export const confirmPasskey = post('/api/auth/passkeys/proof', {
  summary: 'Re-authenticate with a passkey',
  access: 'signed-in',
  grants: 'changesOwn',
  body: z.object({ credential: passkeyAssertionSchema }),
  answer: freshProofSchema,
});
/** Returns 409 `last_second_factor` for the only factor of a person with an active second factor. */
export const removePasskey = remove('/api/auth/passkeys/:id', {
  summary: 'Remove a passkey; returns the remaining ones',
  access: 'signed-in',
  grants: 'destroys',
  proof: 'fresh',
  tells: ['passkey_removed'],
  params: z.object({ id: z.uuid() }),
  answer: z.array(passkeySchema),
});
