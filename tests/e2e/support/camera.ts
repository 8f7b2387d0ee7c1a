import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { PNG } from 'pngjs';

const WIDTH = 640;
const HEIGHT = 480;
const FRAMES = 10;
const WHITE = 235;
const BLACK = 16;

export const cameraArguments = (file: string): string[] => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];

const fitPicture = (picture: Buffer, side: number): Buffer => {
  const { width, height, data } = PNG.sync.read(picture);
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  const scale = Math.min(side / width, side / height);
  const [left, top] = [(WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2];
  for (let y = 0; y < Math.floor(height * scale); y++)
    for (let x = 0; x < Math.floor(width * scale); x++) {
      const from = (Math.floor(y / scale) * width + Math.floor(x / scale)) * 4;
      const dark = (data[from] ?? 255) < 128;
      luma[Math.floor(top + y) * WIDTH + Math.floor(left + x)] = dark ? BLACK : WHITE;
    }
  return luma;
};

export const videoOf = (luma: Buffer): Buffer => {
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame)]);
};

/** Makes the camera show this PNG from its next start. The file has the format YUV4MPEG2. */
export const pointCameraAt = async (file: string, picture: Buffer, side = 340): Promise<void> => {
  await writeFile(file, videoOf(fitPicture(picture, side)));
};

/** A blank wall with noise, so that no two frames are equal. */
export const noisyPicture = (): Buffer => {
  const picture = new PNG({ width: 16, height: 16 });
  picture.data.fill(255);
  for (let pixel = 0; pixel < 16 * 16; pixel++)
    if (randomInt(8) === 0) picture.data.fill(0, pixel * 4, pixel * 4 + 3);
  return PNG.sync.write(picture);
};
