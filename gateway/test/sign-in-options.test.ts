import { expect, it } from '@jest/globals';
import { startGateway } from './support/gateway.ts';
import { startUpstream } from './support/upstream.ts';

const providers = [
  { _id: 'campus', name: '</script><b>University', startUrl: 'https://attend.example.edu/start' },
];

it('writes the ways to sign in into every page, escaped for their element', async () => {
  const auth = await startUpstream('auth', ({ url }, response) =>
    response.end(
      JSON.stringify(
        url === '/api/auth/providers' ? providers : { teacherRegistration: 'open', passwordSignIn: 'off' },
      ),
    ),
  );
  const gateway = await startGateway({}, { auth });
  try {
    for (const path of ['/login', '/attendance/ABCD2345', '/page-to-keep']) {
      const html = await (await fetch(gateway.url + path)).text();
      const inline = /id="sign-in-options">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
      expect(JSON.parse(inline)).toEqual({ providers, passwords: 'off' });
    }
  } finally {
    await gateway.stop();
  }
});
