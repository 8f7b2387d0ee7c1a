import { describe, expect, test } from '@jest/globals';
import { answer, fakeApi } from '@qr-attendance/web-kit/testing';

const ENTRY = '/remotes/attendance-2/mf-manifest.json';
const manifest = { remote: { contractVersion: { host: 2, shared: {} }, pages: [] } };

describe('inlined manifests', () => {
  const list = { attendance: { entry: ENTRY, contractVersion: 2 } };
  const write = (text: string): void => {
    document.head.innerHTML = `<script type="application/json" id="remotes">${text}</script>`;
  };
  const open = async (text: string, token: string | undefined) => {
    const { jest } = await import('@jest/globals');
    jest.resetModules();
    localStorage.clear();
    if (token !== undefined) localStorage.setItem('token', token);
    write(text);
    const server = fakeApi({
      'GET /remotes.json': answer(list),
      [`GET ${ENTRY}`]: answer(manifest),
    });
    const { preloadForPath } = await import('../src/remotes/preload-for-path.ts');
    const { readRelease, evictRelease } = await import('../src/remotes/read-release.ts');
    const { readManifest, evictManifest } = await import('../src/remotes/read-manifest.ts');
    preloadForPath('/account');
    return { server, readRelease, evictRelease, readManifest, evictManifest };
  };

  test('are not requested again', async () => {
    const page = await open(JSON.stringify({ list, manifests: { [ENTRY]: manifest } }), 'a');
    expect(await page.readRelease('attendance')).toMatchObject(list.attendance);
    expect(await page.readManifest(ENTRY)).toMatchObject({ contractVersion: { host: 2 } });
    expect(page.server.sent).toEqual([]);
  });

  test('are requested again after a failure', async () => {
    const page = await open(JSON.stringify({ list, manifests: { [ENTRY]: manifest } }), 'a');
    page.evictManifest(ENTRY);
    page.evictRelease('attendance');
    await page.readRelease('attendance');
    await page.readManifest(ENTRY);
    expect(page.server.sent.map(({ call }) => call)).toEqual(['GET /remotes.json', `GET ${ENTRY}`]);
  });

  test('are not used for a visitor, who may sign in much later', async () => {
    const page = await open(JSON.stringify({ list: {}, manifests: {} }), undefined);
    expect(await page.readRelease('attendance')).toMatchObject(list.attendance);
    expect(page.server.sent.map(({ call }) => call)).toEqual(['GET /remotes.json']);
  });

  test.each(['', '__REMOTES__', '[]', '{"list":7}', 'null'])('may be missing: %j', async (text) => {
    const page = await open(text, 'a');
    expect(await page.readRelease('attendance')).toMatchObject(list.attendance);
    expect(page.server.sent.map(({ call }) => call)).toEqual(['GET /remotes.json']);
  });
});
