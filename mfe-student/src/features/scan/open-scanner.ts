import type { Html5Qrcode } from 'html5-qrcode';
import { cameraFailure, type CameraFailure } from './camera-failure.ts';
import { openNativeDecoder } from './decoding/native-decoder.ts';
import { readFrames } from './decoding/read-frames.ts';
import { openWasmDecoder } from './decoding/wasm-decoder.ts';
import { otherCameraOf, zoomOf, type Zoom } from './camera-controls.ts';
import { DETAIL, makeTakeBox, scanBox } from './scan-box.ts';

/** Specification, section 9. */
const FRAMES_PER_SECOND = 10;

/** From the back row every pixel counts; browsers give less where a camera has less. */
const RESOLUTION = { width: { ideal: 1_600 }, height: { ideal: 1_200 } };

/** html5-qrcode finds its element by id; one that closes may still be there when the next opens. */
let opened = 0;

export interface Scanner {
  /** Turns the light; undefined where the camera has none. */
  setTorch: ((on: boolean) => Promise<void>) | undefined;
  /** Undefined where the camera has none. */
  zoom: Zoom | undefined;
  /** The id of the device's next camera; undefined where there is one only. */
  otherCamera: string | undefined;
  /** Width by height of the picture. */
  aspectRatio: number;
}
export interface ScannerEvents {
  onReady: (scanner: Scanner) => void;
  /** `at`: when the picture was taken, in ms of this page's clock. @returns 'more' where one value is not enough */
  onValue: (value: string, at: number) => 'more' | undefined;
  onFailure: (failure: CameraFailure) => void;
}

/** Resolves when the picture moves: before that html5-qrcode can not be stopped cleanly. */
const playing = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    if (!video.paused && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    else video.addEventListener('playing', () => resolve(), { once: true });
  });

/** Out of sight yet laid out: a video that leaves the document while it starts fails noisily. */
const hide = (holder: HTMLElement) => {
  holder.style.cssText = 'position:fixed;left:-1000px;top:0;width:300px;visibility:hidden';
  document.body.append(holder);
};

/** html5-qrcode says so across the picture when it is paused. */
const hidePausedNote = (stage: HTMLElement) =>
  stage
    .querySelectorAll<HTMLElement>(':scope > div:not(#qr-shaded-region)')
    .forEach((note) => (note.style.display = 'none'));

interface Decoding {
  camera: Html5Qrcode;
  stage: HTMLElement;
  video: HTMLVideoElement;
  signal: AbortSignal;
  /** @returns whether that was enough */
  tell: (value: string, at: number) => boolean;
}

/**
 * Reads by the best decoder that is to be had. html5-qrcode goes on reading until another is ready, and again where
 * none is: at any time one of them reads, at the specified rate.
 */
const decode = async ({ camera, stage, video, signal, tell }: Decoding): Promise<void> => {
  const take = makeTakeBox(video);
  for (const open of [openNativeDecoder, openWasmDecoder]) {
    const decoder = await open().catch(() => undefined);
    if (!decoder) continue;
    try {
      if (signal.aborted) return;
      camera.pause();
      hidePausedNote(stage);
      await readFrames({ decoder, take, framesPerSecond: FRAMES_PER_SECOND, signal, isEnough: tell });
      return;
    } catch {
      if (!signal.aborted) camera.resume();
    } finally {
      decoder.close();
    }
  }
};

/**
 * Opens the camera inside `host`, which is positioned, and reports values read, until one is enough. html5-qrcode is loaded only now,
 * and the decoder once the camera is open: they are bigger than the rest of the area. Answers a function that closes the
 * camera, whatever state it is in.
 * @param cameraId the camera to open; the one at the back unless given
 */
export const openScanner = (host: HTMLElement, events: ScannerEvents, cameraId?: string): (() => void) => {
  const closing = new AbortController();
  const { signal } = closing;
  const stage = document.createElement('div');
  stage.id = `scanner-${++opened}`;
  // html5-qrcode positions its element itself, so another places it: the middle of the picture in the middle of `host`.
  const holder = document.createElement('div');
  holder.style.cssText =
    `position:absolute;inset:50% auto auto 0;width:${DETAIL * 100}%;` +
    `transform:translateY(-50%) scale(${1 / DETAIL});transform-origin:0 50%`;
  holder.append(stage);
  host.append(holder);

  const run = async () => {
    const { Html5Qrcode, Html5QrcodeSupportedFormats } = await import('html5-qrcode');
    if (signal.aborted) return undefined;
    const camera = new Html5Qrcode(stage.id, {
      formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
      useBarCodeDetectorIfSupported: false,
      verbose: false,
    });
    const which = cameraId === undefined ? { facingMode: 'environment' } : { deviceId: { exact: cameraId } };
    const options = {
      fps: FRAMES_PER_SECOND,
      qrbox: scanBox,
      // A QR code is never mirrored, and the second, flipped reading of a frame outlives a stop.
      disableFlip: true,
      videoConstraints: { ...which, ...RESOLUTION },
    };
    await camera.start(which, options, (value) => void tell(value, performance.now()), undefined);
    const video = stage.querySelector('video');
    if (video) await playing(video);
    return { camera, video };
  };

  const tell = (value: string, at: number): boolean => {
    if (signal.aborted) return true;
    if (events.onValue(value, at) === 'more') return false;
    close();
    return true;
  };

  const running = run();
  running
    .then(async (started) => {
      if (signal.aborted || !started) return;
      const { camera, video } = started;
      const torch = camera.getRunningTrackCameraCapabilities().torchFeature();
      const scanner: Scanner = {
        setTorch: torch.isSupported() ? (on) => torch.apply(on) : undefined,
        zoom: zoomOf(camera),
        otherCamera: undefined,
        aspectRatio: video ? video.videoWidth / video.videoHeight : 4 / 3,
      };
      events.onReady(scanner);
      void otherCameraOf(camera).then((otherCamera) => {
        if (otherCamera !== undefined && !signal.aborted) events.onReady({ ...scanner, otherCamera });
      });
      if (video) await decode({ camera, stage, video, signal, tell });
    })
    .catch((error: unknown) => {
      if (!signal.aborted) events.onFailure(cameraFailure(error, window.isSecureContext));
    });

  const close = () => {
    if (signal.aborted) return;
    closing.abort();
    hide(holder);
    running
      .then((started) => started?.camera.stop())
      .catch(() => undefined)
      .finally(() => holder.remove());
  };
  return close;
};
