/** Specification, section 9. */
const BOX_PX = 250;
/** html5-qrcode throws below this. */
const SMALLEST_BOX_PX = 50;

/** So much of the picture stays visible round the box. */
const RIM_PX = 16;

/**
 * html5-qrcode's own decoder reads a picture in the size it is laid out in, which on a phone is half of what the camera
 * gives. So it is laid out at this multiple of the size it is shown in: a code at the far end of a hall has twice the
 * pixels.
 */
export const DETAIL = 2;

/** The scan box in a camera picture laid out in this size: as specified, smaller in a smaller picture. */
export const scanBox = (width: number, height: number) => {
  const room = Math.floor(Math.min(width, height) - 2 * RIM_PX * DETAIL);
  const side = Math.max(SMALLEST_BOX_PX, Math.min(BOX_PX * DETAIL, room));
  return { width: side, height: side };
};

/** Takes what the scan box shows, in all the detail that the camera has. */
export const makeTakeBox = (video: HTMLVideoElement) => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const box = scanBox(video.clientWidth, video.clientHeight);
  const share = Math.min(1, box.width / video.clientWidth);
  return (): HTMLCanvasElement | undefined => {
    const { videoWidth: width, videoHeight: height } = video;
    const side = Math.min(Math.round(width * share), height);
    if (!context || !side) return undefined;
    if (canvas.width !== side) canvas.width = canvas.height = side;
    context.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, side, side);
    return canvas;
  };
};
