import type { Position } from './flow.ts';

export type LocationFailure = 'refused' | 'unavailable' | 'timeout';

/** `failure` is undefined if the browser does not support geolocation. */
export class LocationError extends Error {
  readonly failure: LocationFailure | undefined;
  constructor(failure?: LocationFailure) {
    super(failure ?? 'unsupported');
    this.failure = failure;
  }
}

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 };
const failures: Record<number, LocationFailure> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' };

export const requestPosition = (): Promise<Position> =>
  new Promise((resolve, reject) => {
    // TypeScript declares `geolocation` as always defined, but browsers omit it on insecure pages.
    const geolocation = navigator.geolocation as Geolocation | undefined;
    if (!geolocation) return reject(new LocationError());
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      ({ code }) => reject(new LocationError(failures[code] ?? 'unavailable')),
      OPTIONS,
    );
  });
