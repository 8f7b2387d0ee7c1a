import { cameraFailure, type CameraFailure } from './camera-failure.ts';

/** Specification, section 9. */
const FRAMES_PER_SECOND = 10;
const BOX_PX = 250;
/** html5-qrcode throws below this. */
const SMALLEST_BOX_PX = 50;

/** So much of the picture stays visible round the box. */
const RIM_PX = 16;

/**
 * html5-qrcode reads a picture in the size it is laid out in, which on a phone is half of what the camera gives. So it
 * is laid out at this multiple of the size it is shown in: a code at the far end of a hall has twice the pixels.
 */
const DETAIL = 2;

/** The scan box in a camera picture laid out in this size: as specified, smaller in a smaller picture. */
export const scanBox = (width: number, height: number) => {
  const room = Math.floor(Math.min(width, height) - 2 * RIM_PX * DETAIL);
  const side = Math.max(SMALLEST_BOX_PX, Math.min(BOX_PX * DETAIL, room));
  return { width: side, height: side };
};

/** html5-qrcode finds its element by id; one that closes may still be there when the next opens. */
let opened = 0;

export interface Scanner {
  /** Turns the light; undefined where the camera has none. */
  setTorch: ((on: boolean) => Promise<void>) | undefined;
  /** Width by height of the picture. */
  aspectRatio: number;
}
export interface ScannerEvents {
  onReady: (scanner: Scanner) => void;
  onValue: (value: string) => void;
  onFailure: (failure: CameraFailure) => void;
}

/** Resolves when the picture moves: before that html5-qrcode can not be stopped cleanly. */
const playing = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    if (!video.paused && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    else video.addEventListener('playing', () => resolve(), { once: true });
  });

/** Out of sight yet laid out: a video that leaves the document while it starts fails noisily. */
const hide = (stage: HTMLElement) => {
  stage.style.cssText = 'position:fixed;left:-1000px;top:0;width:300px;visibility:hidden';
  document.body.append(stage);
};

/**
 * Opens the camera inside `host`, which is positioned, and reports the first value read. The decoder is loaded only now: it is bigger than
 * the rest of the area. Answers a function that closes the camera, whatever state it is in.
 */
export const openScanner = (host: HTMLElement, events: ScannerEvents): (() => void) => {
  let closed = false;
  const stage = document.createElement('div');
  stage.id = `scanner-${++opened}`;
  stage.style.cssText = `position:absolute;inset:0 auto auto 0;width:${DETAIL * 100}%;transform:scale(${1 / DETAIL});transform-origin:0 0`;
  host.append(stage);

  const run = async () => {
    const { Html5Qrcode, Html5QrcodeSupportedFormats } = await import('html5-qrcode');
    if (closed) return undefined;
    const camera = new Html5Qrcode(stage.id, {
      formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
      verbose: false,
    });
    const onValue = (value: string) => {
      if (closed) return;
      close();
      events.onValue(value);
    };
    // A QR code is never mirrored, and the second, flipped reading of a frame outlives a stop.
    const options = { fps: FRAMES_PER_SECOND, qrbox: scanBox, disableFlip: true };
    await camera.start({ facingMode: 'environment' }, options, onValue, undefined);
    const video = stage.querySelector('video');
    if (video) await playing(video);
    return { camera, aspectRatio: video ? video.videoWidth / video.videoHeight : 4 / 3 };
  };

  const running = run();
  running.then(
    (started) => {
      if (closed || !started) return;
      const torch = started.camera.getRunningTrackCameraCapabilities().torchFeature();
      const setTorch = torch.isSupported() ? (on: boolean) => torch.apply(on) : undefined;
      events.onReady({ setTorch, aspectRatio: started.aspectRatio });
    },
    (error: unknown) => {
      if (!closed) events.onFailure(cameraFailure(error, window.isSecureContext));
    },
  );

  const close = () => {
    if (closed) return;
    closed = true;
    hide(stage);
    running
      .then((started) => started?.camera.stop())
      .catch(() => undefined)
      .finally(() => stage.remove());
  };
  return close;
};
