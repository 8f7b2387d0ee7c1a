import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clientTelemetrySchema } from '@qr-attendance/contracts';
import { ApiError } from '@qr-attendance/web-kit';
import { waitFor } from '@testing-library/react';
import { showPages } from '../src/remotes/area-pages.ts';
import { pageOf } from '../src/telemetry/describe-error.ts';
import { recordError, watchErrors } from '../src/telemetry/record-errors.ts';
import { startTelemetry } from '../src/telemetry/start.ts';

let beacons: Promise<string>[];
const readBlob = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

watchErrors();
beforeEach(() => {
  beacons = [];
  navigator.sendBeacon = (url, body) => {
    expect(url).toBe('/api/reports');
    beacons.push(readBlob(body as Blob));
    return true;
  };
});
const sent = async () => {
  window.dispatchEvent(new Event('pagehide'));
  const texts = await Promise.all(beacons);
  return {
    text: texts.join('\n'),
    reports: texts.flatMap((text) => clientTelemetrySchema.parse(JSON.parse(text)).reports),
  };
};
const fail = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
const open = (path: string) => window.history.replaceState(null, '', path);

showPages('attendance', [{ path: ':qrCode' }]);
showPages('student', [{ path: '' }]);
showPages('teacher', [
  { path: '' },
  { path: 'sessions/:sessionId' },
  { path: 'sessions/:sessionId/projector' },
]);

describe('the reported page', () => {
  it.each([
    ['/', '/'],
    ['/login', '/login'],
    ['/account/check', '/account/check'],
    ['/admin/of-a-remote-that-is-not-loaded', 'other'],
    ['/teacher', '/teacher'],
    ['/teacher/sessions/65f0c1d2e3f4a5b6c7d8e9f0', '/teacher/sessions/:sessionId'],
    ['/teacher/sessions/65f0c1d2e3f4a5b6c7d8e9f0/projector', '/teacher/sessions/:sessionId/projector'],
    ['/attendance/ABCD2345', '/attendance/:qrCode'],
    ['/attendance/ABCD2345/more', 'other'],
    ['/ABCD2345', 'other'],
  ])('for %s is %s', (path, page) => {
    expect(pageOf(path)).toBe(page);
  });
});

describe('reported errors', () => {
  it('are sent when the page is left, including earlier errors, without the code in the path', async () => {
    open('/attendance/ABCD2345');
    fail(new TypeError('ABCD2345 of anna@campus.example is not a function'));
    startTelemetry(false);
    const late = new Error('Loading https://campus.example/remotes/teacher-2/x.js failed');
    recordError({ kind: 'promise', thrown: late });
    const { reports, text } = await sent();
    expect(reports).toEqual([
      {
        type: 'error',
        app: 'shell',
        page: '/attendance/:qrCode',
        kind: 'error',
        message: 'TypeError: <id> of <address> is not a function',
      },
      {
        type: 'error',
        app: 'teacher',
        page: '/attendance/:qrCode',
        kind: 'promise',
        message: 'Error: Loading <address> failed',
      },
    ]);
    expect(text).not.toMatch(/ABCD2345|anna|campus/);
    beacons = [];
    expect((await sent()).reports).toEqual([]);
  });

  it('exclude API messages and aborted requests, are deduplicated, and limited to five', async () => {
    open('/teacher');
    startTelemetry(false);
    const refused = new ApiError(503, { error: 'You are 240m away', code: 'outside_radius', requestId: 'r' });
    recordError({ kind: 'promise', thrown: refused });
    recordError({ kind: 'promise', thrown: new DOMException('left', 'AbortError') });
    for (let n = 0; n < 3; n += 1) fail(new Error('again'));
    for (const letter of 'abcdefgh') fail(new Error(letter));
    const messages = (await sent()).reports.map((report) => report.type === 'error' && report.message);
    expect(messages).toEqual(['ApiError 503', 'Error: again', 'Error: a', 'Error: b', 'Error: c']);
  });

  it('are labeled if a script failed to load', async () => {
    open('/student');
    startTelemetry(false);
    const script = document.createElement('script');
    script.src = '/remotes/student/page.0a1b2c3d.js';
    document.body.append(script);
    script.dispatchEvent(new Event('error'));
    expect((await sent()).reports).toEqual([
      { type: 'error', app: 'student', page: '/student', kind: 'load', message: '<address>' },
    ]);
  });

  it('are sent with fetch if the beacon is rejected', async () => {
    navigator.sendBeacon = () => false;
    const fetched = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'));
    globalThis.fetch = fetched;
    startTelemetry(false);
    fail(new Error('once'));
    await sent();
    expect(fetched).toHaveBeenCalledWith(
      '/api/reports',
      expect.objectContaining({ method: 'POST', keepalive: true, credentials: 'omit' }),
    );
  });

  it('are not sent if reporting is switched off', async () => {
    await jest.isolateModulesAsync(async () => {
      const { recordError: note } = await import('../src/telemetry/record-errors.ts');
      const { startTelemetryWhenIdle } = await import('../src/telemetry/index.ts');
      const meta = document.createElement('meta');
      meta.name = 'browser-reports-sample';
      document.head.append(meta);
      note({ kind: 'error', thrown: new Error('early') });
      meta.content = '0';
      startTelemetryWhenIdle();
      note({ kind: 'error', thrown: new Error('late') });
      expect((await sent()).text).toBe('');
      // This page load is not sampled for web vitals, but errors are waiting.
      meta.content = '0.000001';
      startTelemetryWhenIdle();
      await waitFor(async () => expect((await sent()).reports).toHaveLength(2), { timeout: 10_000 });
    });
  });
});
