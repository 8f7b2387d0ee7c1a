import type { Page } from '@playwright/test';
import { create } from 'qrcode';

/** Runs in the phone's page: a camera of ten pictures a second that sees what `window.wall` tells. */
const CAMERA = `
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const context = canvas.getContext('2d');
  const draw = async () => {
    const { size, dark } = await window.wall();
    const side = Math.floor(400 / (size + 8));
    const [left, top] = [(640 - size * side) / 2, (480 - size * side) / 2];
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 640, 480);
    context.fillStyle = '#000';
    for (const at of dark) context.fillRect(left + (at % size) * side, top + Math.floor(at / size) * side, side, side);
  };
  navigator.mediaDevices.getUserMedia = async () => {
    await draw();
    setInterval(draw, 100);
    return canvas.captureStream(10);
  };
`;

/**
 * Lets the camera of a phone's page film the code that another page shows, as it changes. For films that can't be made
 * beforehand; the others are files (camera.ts). To be called before the phone's page opens.
 */
export const filmPage = async (phone: Page, wall: Page): Promise<void> => {
  await phone.exposeFunction('wall', async () => {
    const text = (await wall.locator('[data-qr]').first().getAttribute('data-qr')) ?? '';
    const { modules } = create(text, { errorCorrectionLevel: 'L' });
    const dark = [...modules.data].flatMap((isDark, at) => (isDark ? [at] : []));
    return { size: modules.size, dark };
  });
  await phone.addInitScript(CAMERA);
};
