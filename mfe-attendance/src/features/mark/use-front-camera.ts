import { useEffect, useState } from 'react';
import { CameraError, closeCamera, openFrontCamera, type CameraFailure } from './front-camera.ts';

export type Camera =
  | { state: 'starting' }
  | { state: 'live'; stream: MediaStream }
  | { state: 'failed'; failure: CameraFailure };

export const useFrontCamera = (): { camera: Camera; retry: () => void } => {
  const [attempt, setAttempt] = useState(0);
  const [camera, setCamera] = useState<Camera>({ state: 'starting' });
  useEffect(() => {
    const use = { over: false, stream: undefined as MediaStream | undefined };
    const fail = (failure: CameraFailure) => {
      if (!use.over) setCamera({ state: 'failed', failure });
    };
    openFrontCamera().then(
      (stream) => {
        // The page may have been left before the permission is granted.
        if (use.over) return closeCamera(stream);
        use.stream = stream;
        // Tracks end when a call takes the camera, or when it is unplugged.
        for (const track of stream.getTracks()) track.addEventListener('ended', () => fail('busy'));
        setCamera({ state: 'live', stream });
      },
      (error: unknown) => fail(error instanceof CameraError ? error.failure : 'busy'),
    );
    return () => {
      use.over = true;
      if (use.stream) closeCamera(use.stream);
    };
  }, [attempt]);
  const retry = () => {
    setCamera({ state: 'starting' });
    setAttempt((last) => last + 1);
  };
  return { camera, retry };
};
