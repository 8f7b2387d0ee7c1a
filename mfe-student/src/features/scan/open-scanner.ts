import type { Html5Qrcode } from 'html5-qrcode';
import { cameraFailure, type CameraFailure } from './camera-failure.ts';
import { openNativeDecoder } from './decoding/native-decoder.ts';
import { readFrames } from './decoding/read-frames.ts';
import { openWasmDecoder } from './decoding/wasm-decoder.ts';
import { otherCameraOf, zoomOf, type Zoom } from './camera-controls.ts';
import { createFrameGrabber, scanBox } from './scan-box.ts';

const FRAMES_PER_SECOND = 10;

/** More pixels make codes readable from the back row; browsers lower this for weaker cameras. */
const RESOLUTION = { width: { ideal: 1_600 }, height: { ideal: 1_200 } };

/**
 * Makes element ids unique: html5-qrcode finds its element by id, and a scanner that is closing may still be
 * in the page.
 */
let opened = 0;

export interface Scanner {
  setTorch: ((on: boolean) => Promise<void>) | undefined;
  zoom: Zoom | undefined;
  otherCamera: string | undefined;
  aspectRatio: number;
}
export interface ScannerEvents {
  onReady: (scanner: Scanner) => void;
  /** `at` is when the picture was taken, by `performance.now()`. Must return 'more' to keep scanning. */
  onValue: (value: string, at: number) => 'more' | undefined;
  onFailure: (failure: CameraFailure) => void;
}

/** html5-qrcode cannot be stopped cleanly before the video plays. */
const playing = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    if (!video.paused && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve();
    else video.addEventListener('playing', () => resolve(), { once: true });
  });

/** Invisible but still laid out: removing a video from the document while it starts throws errors. */
const hide = (stage: HTMLElement) => {
  stage.style.cssText = 'position:fixed;left:-1000px;top:0;width:300px;visibility:hidden';
  document.body.append(stage);
};

interface DecoderInput {
  camera: Html5Qrcode;
  video: HTMLVideoElement;
  signal: AbortSignal;
  /** Must return true to stop. */
  handleValue: (value: string, at: number) => boolean;
}

/** html5-qrcode keeps reading until another decoder is ready, and resumes if the other decoder fails. */
const decode = async ({ camera, video, signal, handleValue }: DecoderInput): Promise<void> => {
  const takeFrame = createFrameGrabber(video);
  for (const open of [openNativeDecoder, openWasmDecoder]) {
    const decoder = await open().catch(() => undefined);
    if (!decoder) continue;
    try {
      if (signal.aborted) return;
      camera.pause();
      await readFrames({
        decoder,
        takeFrame,
        framesPerSecond: FRAMES_PER_SECOND,
        signal,
        isEnough: handleValue,
      });
      return;
    } catch {
      if (!signal.aborted) camera.resume();
    } finally {
      decoder.close();
    }
  }
};

/**
 * Opens the camera inside `host` and reports values until a value is sufficient. html5-qrcode and the
 * decoders are loaded on demand, because they are larger than the rest of the area.
 * @returns a function that closes the camera in any state
 */
export const openScanner = (host: HTMLElement, events: ScannerEvents, cameraId?: string): (() => void) => {
  const closing = new AbortController();
  const { signal } = closing;
  const stage = document.createElement('div');
  stage.id = `scanner-${++opened}`;
  host.append(stage);

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
      // QR codes are never mirrored, and reading the flipped frame, too, could continue after the scanner has
      // stopped.
      disableFlip: true,
      videoConstraints: { ...which, ...RESOLUTION },
    };
    await camera.start(which, options, (value) => void handleValue(value, performance.now()), undefined);
    const video = stage.querySelector('video');
    if (video) await playing(video);
    return { camera, video };
  };

  const handleValue = (value: string, at: number): boolean => {
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
      if (video) await decode({ camera, video, signal, handleValue });
    })
    .catch((error: unknown) => {
      if (!signal.aborted) events.onFailure(cameraFailure(error, window.isSecureContext));
    });

  const close = () => {
    if (signal.aborted) return;
    closing.abort();
    hide(stage);
    running
      .then((started) => started?.camera.stop())
      .catch(() => undefined)
      .finally(() => stage.remove());
  };
  return close;
};
