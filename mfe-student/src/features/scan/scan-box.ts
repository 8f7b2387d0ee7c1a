const BOX_PX = 250;
/** html5-qrcode throws below this size. */
const MIN_BOX_PX = 50;

const MARGIN_PX = 16;

/** The size of the scan box for a picture: as specified, or smaller for a small picture. */
export const scanBox = (width: number, height: number) => {
  const room = Math.floor(Math.min(width, height) - 2 * MARGIN_PX);
  const side = Math.max(MIN_BOX_PX, Math.min(BOX_PX, room));
  return { width: side, height: side };
};

export const createFrameGrabber = (video: HTMLVideoElement) => {
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
