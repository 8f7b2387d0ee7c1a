import { afterEach, expect, it } from '@jest/globals';
import { serviceNames, sharingMessages } from '../src/system/environment.ts';

const given = process.env['EVENT_BATCHES'];
afterEach(() => {
  if (given === undefined) delete process.env['EVENT_BATCHES'];
  else process.env['EVENT_BATCHES'] = given;
});

it('the services of one machine share messages, unless they are told not to', () => {
  delete process.env['EVENT_BATCHES'];
  const settings = sharingMessages({ auth: { LOG_LEVEL: 'warn' }, gateway: { MAX_REQUESTS: '10' } });
  expect(settings.auth).toEqual({ EVENT_BATCHES: 'true', LOG_LEVEL: 'warn' });
  expect(settings.gateway).toEqual({ MAX_REQUESTS: '10' });
  for (const name of serviceNames) expect(settings[name]).toMatchObject({ EVENT_BATCHES: 'true' });
});

it('what the environment or the settings of a service say of it wins', () => {
  process.env['EVENT_BATCHES'] = 'false';
  const settings = sharingMessages({ session: { EVENT_BATCHES: 'true' } });
  expect(settings.attendance).toEqual({ EVENT_BATCHES: 'false' });
  expect(settings.session).toEqual({ EVENT_BATCHES: 'true' });
});
