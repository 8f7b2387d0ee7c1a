import type { Page } from '@playwright/test';
import { create } from 'qrcode';

/** Runs in the phone's page: a camera with ten frames a second that shows `window.projector`. */
const CAMERA = `
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const context = canvas.getContext('2d');
  const draw = async () => {
    const { size, dark } = await window.projector();
    const side = Math.floor(400 / (size + 8));
    const [left, top] = [(640 - size * side) / 2, (480 - size * side) / 2];
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 640, 480);
    context.fillStyle = '#000';
    for (const index of dark) context.fillRect(left + (index % size) * side, top + Math.floor(index / size) * side, side, side);
  };
  navigator.mediaDevices.getUserMedia = async () => {
    await draw();
    setInterval(draw, 100);
    return canvas.captureStream(10);
  };
`;

/** Must be called before the phone's page opens. For prepared pictures use camera.ts. */
export const showToCamera = async (phone: Page, projector: Page): Promise<void> => {
  await phone.exposeFunction('projector', async () => {
    const text = (await projector.locator('[data-qr]').first().getAttribute('data-qr')) ?? '';
    const { modules } = create(text, { errorCorrectionLevel: 'L' });
    const dark = [...modules.data].flatMap((isDark, index) => (isDark ? [index] : []));
    return { size: modules.size, dark };
  });
  await phone.addInitScript(CAMERA);
};
