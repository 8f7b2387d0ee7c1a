import { defineRoute } from '../route.ts';
import { flagRatesQuerySchema, flagRatesSchema } from './risk-schemas.ts';

const service = 'attendance' as const;

export const getFlagRates = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/flag-rates',
  summary: 'Get the flag rates of my courses by kind of device and network',
  access: 'teacher',
  query: flagRatesQuerySchema,
  answer: flagRatesSchema,
});
export const getAllFlagRates = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/flag-rates/all',
  summary: 'Get the flag rates of all courses by kind of device and network',
  access: 'admin',
  answer: flagRatesSchema,
});
