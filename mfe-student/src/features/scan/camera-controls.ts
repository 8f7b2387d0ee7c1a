import type { Html5Qrcode } from 'html5-qrcode';

/** How near a camera may be brought, in the camera's own measure. */
export interface Zoom {
  min: number;
  max: number;
  step: number;
  value: number;
  set: (value: number) => Promise<void>;
}

/** The open camera's zoom; undefined where it has none. */
export const zoomOf = (camera: Html5Qrcode): Zoom | undefined => {
  const zoom = camera.getRunningTrackCameraCapabilities().zoomFeature();
  if (!zoom.isSupported()) return undefined;
  const [min, max] = [zoom.min(), zoom.max()];
  if (!(min < max)) return undefined;
  return {
    min,
    max,
    step: zoom.step() || 0.1,
    value: zoom.value() ?? min,
    set: (value) => zoom.apply(value),
  };
};

/** The id of the camera after the open one; undefined where the device has no other. */
export const otherCameraOf = async (camera: Html5Qrcode): Promise<string | undefined> => {
  const open = camera.getRunningTrackSettings().deviceId;
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const ids = devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map((it) => it.deviceId);
  const place = open === undefined ? -1 : ids.indexOf(open);
  return place < 0 || ids.length < 2 ? undefined : ids[(place + 1) % ids.length];
};
