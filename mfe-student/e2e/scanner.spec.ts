import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cameraArguments, videoOf } from '@qr-attendance/e2e/support/camera';
import type { Campus } from '@qr-attendance/e2e/support/campus';
import { drawFrame } from '@qr-attendance/e2e/support/draw-frame';
import { openPhone } from '@qr-attendance/e2e/support/phone';
import { expect, signInAs, test } from '@qr-attendance/e2e/support/test';

const CODE = 'K7M29QXB';
/** These codes are too small and too low in contrast for html5-qrcode's own decoder. */
const FAR = { pixelsPerModule: 2, dark: 120, light: 220 };
const NEAR = { pixelsPerModule: 5 };

interface Scene {
  campus: Campus;
  url: string;
  video: string;
}
const openScan = async ({ campus, url, video }: Scene, view: typeof FAR | typeof NEAR, script?: string) => {
  await writeFile(video, videoOf(drawFrame(`${url}/attendance/${CODE}`, view, 1)));
  const phone = await openPhone(url, { args: cameraArguments(video), permissions: ['camera'] });
  if (script !== undefined) await phone.addInitScript(script);
  await signInAs(phone, await campus.student());
  const asked: string[] = [];
  phone.on('request', (request) => asked.push(request.url()));
  await phone.goto('/student/scan');
  await expect(phone.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
  await phone.waitForLoadState('networkidle');
  return { phone, asked: (what: RegExp) => asked.filter((address) => what.test(address)) };
};
const start = (phone: Page) => phone.getByRole('button', { name: 'Start Scanning' }).click();
const isRead = (phone: Page) => phone.waitForURL(`**/attendance/${CODE}`);

test('Our decoder loads after the camera opens and reads a code from the back of the hall', async ({
  campus,
  url,
}, testInfo) => {
  const { phone, asked } = await openScan({ campus, url, video: testInfo.outputPath('far.y4m') }, FAR);
  expect(asked(/\.wasm/)).toEqual([]);
  await start(phone);
  await isRead(phone);
  const [wasm, ...others] = asked(/\.wasm/);
  expect(wasm).toMatch(new RegExp(`^${url}/remotes/student/assets/zxing_reader\\.[0-9a-f]{8}\\.wasm$`));
  expect(others).toEqual([]);
  await phone.close();
});

test('The browser’s detector is preferred, and no other decoder is loaded', async ({
  campus,
  url,
}, testInfo) => {
  const { phone, asked } = await openScan(
    { campus, url, video: testInfo.outputPath('far.y4m') },
    FAR,
    `globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async (picture) =>
        picture.width > 100 ? [{ rawValue: '${CODE}', boundingBox: { width: 1, height: 1 } }] : [];
    };`,
  );
  await start(phone);
  await isRead(phone);
  expect(asked(/\.wasm/)).toEqual([]);
  await phone.close();
});

for (const [what, script] of [
  ['has no workers', 'delete globalThis.Worker;'],
  [
    'has a detector that fails, and no WebAssembly',
    `delete globalThis.WebAssembly; delete globalThis.Worker;
    globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => { throw new Error('service unavailable'); };
    };`,
  ],
] as const)
  test(`A browser that ${what} reads codes with html5-qrcode`, async ({ campus, url }, testInfo) => {
    const scene = { campus, url, video: testInfo.outputPath('near.y4m') };
    const { phone } = await openScan(scene, NEAR, script);
    await start(phone);
    await isRead(phone);
    await phone.close();
  });

test('html5-qrcode reads codes if our decoder cannot be loaded', async ({ campus, url }, testInfo) => {
  const { phone } = await openScan({ campus, url, video: testInfo.outputPath('near.y4m') }, NEAR);
  await phone.route('**/*.wasm', (route) => route.abort());
  await start(phone);
  await isRead(phone);
  await phone.close();
});

const CONTROLS = `
  const { getCapabilities, getSettings, applyConstraints } = MediaStreamTrack.prototype;
  globalThis.applied = [];
  Object.assign(MediaStreamTrack.prototype, {
    getCapabilities() {
      return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 4, step: 0.5 } };
    },
    getSettings() { return { ...getSettings.call(this), torch: false, zoom: 1 }; },
    applyConstraints(constraints) {
      globalThis.applied.push(constraints.advanced?.[0]);
      return applyConstraints.call(this, {});
    },
  });
  const enumerate = navigator.mediaDevices.enumerateDevices.bind(navigator.mediaDevices);
  navigator.mediaDevices.enumerateDevices = async () => {
    const devices = await enumerate();
    return [...devices, { kind: 'videoinput', deviceId: 'front', label: 'Front' }];
  };
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  globalThis.opened = [];
  navigator.mediaDevices.getUserMedia = (constraints) => {
    globalThis.opened.push(constraints.video.deviceId?.exact ?? constraints.video.facingMode);
    return open({ video: true });
  };`;

test('Controls for light, zoom and a second camera appear if the device has them', async ({
  campus,
  url,
}, testInfo) => {
  const video = testInfo.outputPath('projector.y4m');
  const { phone } = await openScan({ campus, url, video }, { pixelsPerModule: 0.5 }, CONTROLS);
  await start(phone);
  await phone.getByRole('button', { name: 'Turn light on' }).click();
  await expect(phone.getByRole('button', { name: 'Turn light off' })).toBeVisible();
  await phone.getByRole('slider', { name: 'Zoom' }).fill('2.5');
  await expect(phone.getByRole('button', { name: 'Cancel' })).toBeInViewport();
  await phone.screenshot({ path: testInfo.outputPath('scanner.png') });
  expect(await phone.evaluate('globalThis.applied')).toEqual([{ torch: true }, { zoom: 2.5 }]);
  await phone.getByRole('button', { name: 'Switch camera' }).click();
  await expect.poll(() => phone.evaluate('globalThis.opened')).toEqual(['environment', 'front']);
  await phone.close();
});

test('A device with one camera, without light or zoom, shows no controls for light, zoom or camera', async ({
  campus,
  url,
}, testInfo) => {
  const video = testInfo.outputPath('projector.y4m');
  const { phone } = await openScan({ campus, url, video }, { pixelsPerModule: 0.5 });
  await start(phone);
  await expect(phone.getByText('Position the QR code in the frame')).toBeVisible();
  await expect(phone.getByRole('button', { name: /light|camera/ })).toHaveCount(0);
  await expect(phone.getByRole('slider')).toHaveCount(0);
  await phone.close();
});
