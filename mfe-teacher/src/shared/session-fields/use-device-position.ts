import type { Coordinates } from '@qr-attendance/contracts';
import { useRef, useState } from 'react';

type LocationFailure = 'refused' | 'unavailable' | 'timeout';
/** By GeolocationPositionError.code. */
const failures: Record<number, LocationFailure> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' };

export type DevicePosition =
  | { state: 'off' }
  | { state: 'locating' }
  /** That of before, until another is asked for. */
  | { state: 'kept'; coordinates: Coordinates }
  /** `accuracy` in meters, as the browser tells it. */
  | { state: 'known'; coordinates: Coordinates; accuracy: number }
  | { state: 'failed'; reason: string; why: LocationFailure }
  | { state: 'unsupported' };

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };

/** Where this device is, asked for only when the teacher wants it: the browser's own question follows at once. */
export const useDevicePosition = (before?: Coordinates) => {
  const [position, setPosition] = useState<DevicePosition>(
    before ? { state: 'kept', coordinates: before } : { state: 'off' },
  );
  const request = useRef(0);

  const locate = () => {
    // Typed as always there, but browsers hide it from pages that are not served securely.
    const geolocation = navigator.geolocation as Geolocation | undefined;
    if (!geolocation) return setPosition({ state: 'unsupported' });
    const current = ++request.current;
    const settle = (settled: DevicePosition) => {
      if (current === request.current) setPosition(settled);
    };
    setPosition({ state: 'locating' });
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        settle({ state: 'known', coordinates: { latitude, longitude }, accuracy }),
      ({ code, message }) =>
        settle({ state: 'failed', reason: message, why: failures[code] ?? 'unavailable' }),
      OPTIONS,
    );
  };
  const forget = () => {
    request.current += 1;
    setPosition({ state: 'off' });
  };
  return { position, locate, forget };
};
