import { routesOf } from '../route.ts';
import { clientTelemetrySchema } from './schemas.ts';

const { post } = routesOf('gateway');

/**
 * The gateway counts and logs telemetry without storing it. It accepts any content type, because browsers
 * choose the type of a beacon.
 */
export const sendTelemetry = post('/api/reports', {
  summary: 'Report errors and web vitals of a page, without personal data',
  access: 'anyone',
  grants: 'changesOwn',
  body: clientTelemetrySchema,
});
