import { fieldErrors } from '../field-errors.ts';

/** What the server says of one of the networks in the part `part` of a call, beside their one field. */
export const networkErrors = (error: unknown, part: 'policy' | 'sessionDefaults') =>
  fieldErrors<string>(error)
    .filter(({ name }) => name.startsWith(`${part}.networks`))
    .slice(0, 1)
    .map(({ errors }) => ({ name: ['policy', 'networks'] as ['policy', 'networks'], errors }));
