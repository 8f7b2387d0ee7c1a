import type { Html5Qrcode } from 'html5-qrcode';

/** Specification, section 9. */
const FRAMES_PER_SECOND = 10;
const BOX_PX = 250;

export interface Torch {
  set: (on: boolean) => Promise<void>;
}

export interface OpenScanner {
  /** Missing where the camera has none. */
  torch?: Torch;
}

const torchOf = (scanner: Html5Qrcode): Torch | undefined => {
  const torch = scanner.getRunningTrackCameraCapabilities().torchFeature();
  return torch.isSupported() ? { set: (on) => torch.apply(on) } : undefined;
};

/** The scan box, smaller where the picture is. */
const boxIn = (width: number, height: number) => {
  const side = Math.min(BOX_PX, Math.floor(Math.min(width, height) * 0.85));
  return { width: side, height: side };
};

const playing = (video: HTMLVideoElement | null): Promise<unknown> =>
  !video || video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    ? Promise.resolve()
    : new Promise((resolve) => video.addEventListener('playing', resolve, { once: true }));

let scanners = 0;

/**
 * Opens the camera in a box of its own inside `parent` and calls `onScan` for each code seen, until `close` is called.
 * The scanning library is loaded only now. It must not lose its box while the picture starts (its `play()` would fail
 * unheard), so `close` parks the box out of sight until the camera can be stopped.
 */
export const openScanner = (parent: HTMLElement, onScan: (text: string) => void) => {
  let closed = false;
  const box = document.createElement('div');
  box.id = `scanner-${(scanners += 1)}`;
  parent.append(box);

  const open = async (): Promise<Html5Qrcode | undefined> => {
    const { Html5Qrcode, Html5QrcodeSupportedFormats } = await import('html5-qrcode');
    if (closed) return undefined;
    const scanner = new Html5Qrcode(box.id, {
      verbose: false,
      formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    });
    await scanner.start(
      { facingMode: 'environment' },
      { fps: FRAMES_PER_SECOND, qrbox: boxIn },
      (text) => !closed && onScan(text),
      undefined,
    );
    await playing(box.querySelector('video'));
    return scanner;
  };
  const opening = open();

  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    box.inert = true;
    Object.assign(box.style, { position: 'fixed', visibility: 'hidden', width: '300px' });
    document.body.append(box);
    try {
      const scanner = await opening;
      await scanner?.stop();
    } catch {
      // It never opened, which whoever waits for `opened` is told.
    }
    box.remove();
  };

  const opened = opening.then((scanner): OpenScanner => {
    const torch = scanner && torchOf(scanner);
    return torch ? { torch } : {};
  });
  return { opened, close };
};
