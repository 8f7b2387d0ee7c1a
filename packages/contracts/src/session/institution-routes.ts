import { z } from 'zod/mini';
import { routesOf } from '../route.ts';
import { institutionPolicySchema } from './policy.ts';
import { requiredChecksSchema } from './required-checks.ts';

const { get, put } = routesOf('session');
const path = '/api/sessions/institution-policy';

export const getInstitutionPolicy = get(path, {
  summary: "Get the institution's minimum policy for sessions",
  access: 'admin',
  grants: 'reads',
  answer: institutionPolicySchema,
});
/** Existing sessions keep their checks until their teacher changes them. */
export const setInstitutionPolicy = put(path, {
  summary: "Set the institution's minimum policy for future sessions",
  access: 'admin',
  grants: 'grantsPower',
  proof: 'fresh',
  tells: ['requirements_changed'],
  body: z.object({ floor: requiredChecksSchema }),
  answer: institutionPolicySchema,
});
