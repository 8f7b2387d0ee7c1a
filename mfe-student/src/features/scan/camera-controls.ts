import type { Html5Qrcode } from 'html5-qrcode';

export interface Zoom {
  min: number;
  max: number;
  step: number;
  value: number;
  set: (value: number) => Promise<void>;
}

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

export const otherCameraOf = async (camera: Html5Qrcode): Promise<string | undefined> => {
  const open = camera.getRunningTrackSettings().deviceId;
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const ids = devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map((it) => it.deviceId);
  const index = open === undefined ? -1 : ids.indexOf(open);
  return index < 0 || ids.length < 2 ? undefined : ids[(index + 1) % ids.length];
};
