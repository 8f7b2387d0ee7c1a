import { routesOf } from '../route.ts';
import { flagRatesQuerySchema, flagRatesSchema } from './risk-schemas.ts';

const { get } = routesOf('attendance');

export const getFlagRates = get('/api/analytics/flag-rates', {
  summary: 'Get the flag rates of my courses by kind of device and network',
  access: 'teacher',
  grants: 'reads',
  query: flagRatesQuerySchema,
  answer: flagRatesSchema,
});
export const getAllFlagRates = get('/api/analytics/flag-rates/all', {
  summary: 'Get the flag rates of all courses by kind of device and network',
  access: 'admin',
  grants: 'reads',
  answer: flagRatesSchema,
});
