import type { Position } from './flow.ts';

export type LocationFailure = 'refused' | 'unavailable' | 'timeout';

/** The browser would not say where it is; `failure` is undefined when it cannot at all. */
export class LocationError extends Error {
  readonly failure: LocationFailure | undefined;
  constructor(failure?: LocationFailure) {
    super(failure ?? 'unsupported');
    this.failure = failure;
  }
}

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };
/** By GeolocationPositionError.code. */
const failures: Record<number, LocationFailure> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' };

/** Asks the browser for the current position, in degrees and meters. @throws LocationError */
export const requestPosition = (): Promise<Position> =>
  new Promise((resolve, reject) => {
    // Typed as always there, but browsers hide it from pages that are not served securely.
    const geolocation = navigator.geolocation as Geolocation | undefined;
    if (!geolocation) return reject(new LocationError());
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      ({ code }) => reject(new LocationError(failures[code] ?? 'unavailable')),
      OPTIONS,
    );
  });
