import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DEVICE_SIGNATURE_HEADER, BURST_WINDOW_MS } from '@qr-attendance/contracts';
import { cachedScan, createApiClient } from '@qr-attendance/web-kit';
import { answer, fakeApi } from '@qr-attendance/web-kit/testing';
import { timesAt, verifiedScan } from '@qr-attendance/web-kit/testing/verified-scan';
import { simulateSecureContext } from '@qr-attendance/web-kit/testing/secure-browser';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createCodeCollector } from '../src/features/scan/burst/collect-codes.ts';
import { measureRoundTrip, sendSequence } from '../src/features/scan/burst/send-sequence.ts';
import { openArea } from './support/open-area.tsx';

type StartCamera = (which: unknown, options: unknown, onValue: (text: string) => void) => Promise<void>;
const startCamera = jest.fn<StartCamera>(() => new Promise(() => undefined));
// jsdom has no camera.
jest.mock('html5-qrcode', () => ({
  __esModule: true,
  Html5QrcodeSupportedFormats: {},
  Html5Qrcode: class {
    start = startCamera;
  },
}));

const SEND = 'POST /api/sessions/scans/live';
const CODES = ['AAAAAAAAA1', 'AAAAAAAAA2', 'AAAAAAAAA3', 'AAAAAAAAA4', 'AAAAAAAAA5', 'AAAAAAAAA6'];
const seenAt = (window: number) => window * BURST_WINDOW_MS + 100;

describe('the burst code collector', () => {
  const collect = (...windows: number[]) => {
    const collector = createCodeCollector();
    return windows.map((window) =>
      collector.see(CODES[window]!, seenAt(window)).map(({ code }) => CODES.indexOf(code)),
    );
  };

  test('collects three distinct codes and ignores repeated readings', () => {
    const collector = createCodeCollector();
    const sizes = [0, 100, 200, 800, 900, 1_500, 1_600].map(
      (at) => collector.see(CODES[Math.floor(at / BURST_WINDOW_MS)]!, at).length,
    );
    expect(sizes).toEqual([1, 1, 1, 2, 2, 3, 3]);
    expect(collector.see(CODES[2]!, 1_700).map(({ at }) => at)).toEqual([0, 800, 1_500]);
  });

  test('accepts sequences with missing codes', () => {
    expect(collect(0, 2, 3).at(-1)).toEqual([0, 2, 3]);
  });

  test('discards codes too old to belong to the same sequence', () => {
    expect(collect(0, 1, 4)).toEqual([[0], [0, 1], [1, 4]]);
    expect(collect(0, 4, 5).at(-1)).toEqual([4, 5]);
  });
});

describe('the burst sender', () => {
  const userId = '7c1f9f5e-2d5b-4f6c-8f0e-2a4b5c6d7e02';
  const scan = { ...verifiedScan(), ticket: 'a-signed-ticket' };
  const send = async (times = {}) => {
    const server = fakeApi({ [SEND]: answer({ ...scan, ...times }) });
    const api = createApiClient({ getToken: () => 'token', renew: async () => undefined });
    const now = performance.now();
    const { signal } = new AbortController();
    const sightings = [0, 1, 2].map((n) => ({ code: CODES[n]!, at: now - 1_600 + n * 750 }));
    const path = await sendSequence(api, { userId, sightings, roundTripMs: 80, signal });
    return { path, request: server.sentTo(SEND)[0] };
  };
  beforeEach(() => sessionStorage.clear());

  test('signs the whole sequence with the device key and caches its ticket for the marking page', async () => {
    simulateSecureContext();
    const { path, request } = await send();
    expect(path).toBe(`/attendance/${CODES[2]}`);
    expect(cachedScan({ userId, qrCode: CODES[2]! })?.ticket).toBe('a-signed-ticket');
    expect(request?.headers[DEVICE_SIGNATURE_HEADER]).toMatch(/^[\w-]{86}$/);
    expect(request?.body).toMatchObject({
      codes: CODES.slice(0, 3).map((code) => ({ code, agoMs: expect.any(Number) })),
      roundTripMs: 80,
      deviceKey: { kty: 'EC' },
    });
    const { codes } = request!.body as { codes: { agoMs: number }[] };
    const [first = 0, , last = 0] = codes.map(({ agoMs }) => agoMs);
    expect(first - last).toBe(1_500);
    expect(last).toBeGreaterThanOrEqual(100);
  });

  test('caches its ticket on a device whose clock is 5 minutes fast', async () => {
    simulateSecureContext();
    await send(timesAt(Date.now() - 300_000));
    expect(cachedScan({ userId, qrCode: CODES[2]! })?.ticket).toBe('a-signed-ticket');
  });

  test('sends the sequence unsigned if the browser cannot store a key, as in some private windows', async () => {
    simulateSecureContext();
    Object.assign(indexedDB, {
      open: () => {
        throw new DOMException('no', 'InvalidStateError');
      },
    });
    const { request } = await send();
    expect(request?.headers).not.toHaveProperty(DEVICE_SIGNATURE_HEADER);
    expect(request?.body).not.toHaveProperty('deviceKey');
  });

  test('reports the round-trip time if the request succeeds', async () => {
    fakeApi({ 'HEAD /healthz': answer() });
    expect(await measureRoundTrip()).toBeGreaterThanOrEqual(0);
    fakeApi({});
    expect(await measureRoundTrip()).toBeUndefined();
  });
});

describe('a scanned burst code', () => {
  afterEach(() => {
    cleanup();
    startCamera.mockClear();
  });

  const scan = async () => {
    simulateSecureContext();
    const server = openArea('/student/scan', { [SEND]: answer(verifiedScan()) });
    await userEvent.click(await screen.findByRole('button', { name: /Start Scanning/ }));
    await waitFor(() => expect(startCamera).toHaveBeenCalled());
    const [, , read] = startCamera.mock.lastCall!;
    const release = server.hold();
    act(() => CODES.slice(0, 3).forEach((code) => read(`${location.origin}/attendance/${code}`)));
    await waitFor(() => expect(server.sentTo(SEND)).toHaveLength(1));
    return release;
  };
  const address = () => screen.getByLabelText('address').textContent;

  test('opens the marking page', async () => {
    const release = await scan();
    release();
    await waitFor(() => expect(address()).toBe(`/attendance/${CODES[2]}`));
  });

  test('stays on a code that the student typed before the response arrived', async () => {
    const release = await scan();
    await userEvent.type(screen.getByRole('textbox'), 'river lamp{Enter}');
    await waitFor(() => expect(address()).toBe('/attendance/river%20lamp'));
    release();
    const moved = waitFor(() => expect(address()).toContain(CODES[2]), { timeout: 1_000 });
    await expect(moved).rejects.toThrow();
    expect(address()).toBe('/attendance/river%20lamp');
  });
});
