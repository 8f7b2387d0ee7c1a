import type { Defense } from './defense.ts';

/** When it is off, unknown fields reach the use cases. */
export const namedFieldsOnly: Defense = {
  name: 'schemas let nothing through that they don’t name',
  file: 'packages/server/src/http/validation.ts',
  find: 'if (parsed.success) return parsed.data;',
  replace:
    "if (parsed.success) return defenseOff() && part === 'body' ? { ...value, ...parsed.data } : parsed.data;",
};
