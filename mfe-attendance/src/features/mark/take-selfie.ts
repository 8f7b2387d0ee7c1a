import { SELFIE_LIMITS } from '@qr-attendance/contracts';
import { CameraError } from './front-camera.ts';

interface Size {
  width: number;
  height: number;
}

/** The largest centered part of `picture` with the aspect ratio of `wanted`, in pixels. */
export const centeredCrop = (picture: Size, wanted: Size): Size & { x: number; y: number } => {
  const scale = Math.min(picture.width / wanted.width, picture.height / wanted.height);
  const width = wanted.width * scale;
  const height = wanted.height * scale;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
};

export const byteLengthOf = (dataUrl: string): number => {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Math.floor((base64.replace(/={1,2}$/, '').length * 3) / 4);
};

const QUALITIES = [0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25] as const;
const MIN_QUALITY = 0.15;

/**
 * Returns the JPEG with the highest quality that is small enough for the server. `encode` takes a quality
 * from 0 to 1.
 */
export const fittingJpeg = (encode: (quality: number) => string): string => {
  for (const quality of QUALITIES) {
    const dataUrl = encode(quality);
    if (byteLengthOf(dataUrl) <= SELFIE_LIMITS.frameBytes) return dataUrl;
  }
  return encode(MIN_QUALITY);
};

export const takeSelfie = (video: HTMLVideoElement): string => {
  const canvas = document.createElement('canvas');
  canvas.width = SELFIE_LIMITS.width;
  canvas.height = SELFIE_LIMITS.height;
  const context = canvas.getContext('2d');
  if (!context) throw new CameraError('unsupported');
  const { x, y, width, height } = centeredCrop(
    { width: video.videoWidth, height: video.videoHeight },
    SELFIE_LIMITS,
  );
  context.drawImage(video, x, y, width, height, 0, 0, SELFIE_LIMITS.width, SELFIE_LIMITS.height);
  return fittingJpeg((quality) => canvas.toDataURL('image/jpeg', quality));
};
