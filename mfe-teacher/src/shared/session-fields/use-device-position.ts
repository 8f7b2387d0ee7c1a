import type { Coordinates } from '@qr-attendance/contracts';
import { useRef, useState } from 'react';

type LocationFailure = 'refused' | 'unavailable' | 'timeout';
const failures: Record<number, LocationFailure> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' };

export type DevicePosition =
  | { state: 'off' }
  | { state: 'locating' }
  | { state: 'kept'; coordinates: Coordinates }
  | { state: 'known'; coordinates: Coordinates; accuracy: number }
  | { state: 'failed'; reason: string; why: LocationFailure }
  | { state: 'unsupported' };

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };

/** Requests the position only on demand, because the browser asks for permission at once. */
export const useDevicePosition = (before?: Coordinates) => {
  const [position, setPosition] = useState<DevicePosition>(
    before ? { state: 'kept', coordinates: before } : { state: 'off' },
  );
  const request = useRef(0);

  const locate = () => {
    // TypeScript declares `geolocation` as always defined, but browsers omit it on insecure pages.
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
