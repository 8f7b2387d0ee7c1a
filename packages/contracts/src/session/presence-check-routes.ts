import { idParams } from '../common.ts';
import { routesOf } from '../route.ts';
import { presenceCheckSchema } from './schemas.ts';

const { post } = routesOf('session');

export const askPresenceCheck = post('/api/sessions/:id/presence-check', {
  summary: 'Start a presence check now (idempotent)',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: presenceCheckSchema,
});
/**
 * A page that displays the code sends this request every few seconds. The server starts the presence check
 * when its random moment has come.
 */
export const showPresenceCheck = post('/api/sessions/:id/presence-check/shown', {
  summary: 'Report that the code is displayed; returns the state of the presence check',
  access: 'teacher',
  grants: 'changesOwn',
  params: idParams,
  answer: presenceCheckSchema,
});
