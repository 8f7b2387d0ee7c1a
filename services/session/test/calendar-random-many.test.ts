import { it } from '@jest/globals';
import { checkRandomCalendars } from './support/check-reading.ts';

it.each([1_000, 2_000, 3_000, 4_000, 5_000])(
  'reads a thousand damaged calendars from seed %i without an exception',
  (seed) => {
    checkRandomCalendars(seed, 1_000);
  },
);
