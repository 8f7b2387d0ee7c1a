import { SELFIE_LIMITS } from '@qr-attendance/contracts';

export type CameraFailure = 'unsupported' | 'refused' | 'absent' | 'busy';

export class CameraError extends Error {
  readonly failure: CameraFailure;
  constructor(failure: CameraFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Error names of `getUserMedia` (Media Capture and Streams, section 10.3). */
const failures: Record<string, CameraFailure> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
};

const CONSTRAINTS: MediaStreamConstraints = {
  audio: false,
  video: {
    facingMode: 'user',
    width: { ideal: 2 * SELFIE_LIMITS.width },
    height: { ideal: 2 * SELFIE_LIMITS.height },
  },
};

/** Opens the front camera, or any other if there is none. Throws CameraError. */
export const openFrontCamera = async (): Promise<MediaStream> => {
  // TypeScript declares `mediaDevices` as always defined, but browsers omit it on insecure pages.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (typeof devices?.getUserMedia !== 'function') throw new CameraError('unsupported');
  try {
    return await devices.getUserMedia(CONSTRAINTS);
  } catch (error) {
    throw new CameraError(failures[(error as Error).name] ?? 'busy');
  }
};

export const closeCamera = (stream: MediaStream): void => stream.getTracks().forEach((track) => track.stop());
