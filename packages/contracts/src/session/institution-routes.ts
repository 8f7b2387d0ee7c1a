import { z } from 'zod/mini';
import { defineRoute } from '../route.ts';
import { institutionPolicySchema, requiredChecksSchema } from './policy.ts';

const service = 'session' as const;
const path = '/api/sessions/institution-policy';

export const getInstitutionPolicy = defineRoute({
  service,
  method: 'get',
  path,
  summary: 'What the institution requires of every session, at least',
  access: 'admin',
  answer: institutionPolicySchema,
});
/** Sessions that were opened before keep what they require until their teacher changes that. */
export const setInstitutionPolicy = defineRoute({
  service,
  method: 'put',
  path,
  summary: 'Decide what every session requires at least, from now on',
  access: 'admin',
  body: z.object({ floor: requiredChecksSchema }),
  answer: institutionPolicySchema,
});
