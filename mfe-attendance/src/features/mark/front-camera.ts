import { SELFIE } from '@qr-attendance/contracts';

export type CameraFailure = 'unsupported' | 'refused' | 'absent' | 'busy';

/** The front camera shows nothing, and why. */
export class CameraError extends Error {
  readonly failure: CameraFailure;
  constructor(failure: CameraFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Names of what getUserMedia throws. Source: Media Capture and Streams, section 10.3. */
const failures: Record<string, CameraFailure> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
};

/** Twice as fine as the selfie, and of its shape: a phone held upright may turn it. */
const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: 'user',
    width: { ideal: 2 * SELFIE.width },
    height: { ideal: 2 * SELFIE.height },
  },
};

/** Asks for the front camera, or whichever there is. @throws CameraError */
export const openFrontCamera = async (): Promise<MediaStream> => {
  // Typed as always there, but browsers hide it from pages that are not served securely.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (typeof devices?.getUserMedia !== 'function') throw new CameraError('unsupported');
  try {
    return await devices.getUserMedia(CONSTRAINTS);
  } catch (error) {
    throw new CameraError(failures[(error as Error).name] ?? 'busy');
  }
};

export const closeCamera = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());
