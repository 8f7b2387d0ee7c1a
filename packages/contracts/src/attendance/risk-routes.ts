import { defineRoute } from '../route.ts';
import { flagRatesQuerySchema, flagRatesSchema } from './risk-schemas.ts';

const service = 'attendance' as const;

export const getFlagRates = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/flag-rates',
  summary: 'How often marks of my courses are flagged, by kind of device and network',
  access: 'teacher',
  query: flagRatesQuerySchema,
  answer: flagRatesSchema,
});
export const getAllFlagRates = defineRoute({
  service,
  method: 'get',
  path: '/api/analytics/flag-rates/all',
  summary: 'How often marks of all courses are flagged, by kind of device and network',
  access: 'admin',
  answer: flagRatesSchema,
});
