import { expect, it } from '@jest/globals';
import { checkOutRelease, findCommit, createCookieJar } from '@qr-attendance/test-kit';

it('a release that is missing from this clone is rejected by name', async () => {
  expect(await findCommit('v0.0.0-never-released')).toBeUndefined();
  await expect(checkOutRelease('v0.0.0-never-released')).rejects.toThrow(
    /does not have the release v0\.0\.0-never/,
  );
});

it('a cookie is returned only to its own path, with its newest value', () => {
  const jar = createCookieJar();
  jar.take(['qr_refresh=first; Path=/api/auth/refresh; HttpOnly', 'qr_client=anyone; Path=/']);
  jar.take(['qr_refresh=second; Path=/api/auth/refresh']);
  expect(jar.headerFor('/api/auth/refresh')).toEqual({ cookie: 'qr_refresh=second; qr_client=anyone' });
  expect(jar.headerFor('/api/courses')).toEqual({ cookie: 'qr_client=anyone' });
});
