export type CameraFailure = 'refused' | 'absent' | 'inUse' | 'insecure' | 'failed';

const failures: [RegExp, CameraFailure][] = [
  [/NotAllowedError|PermissionDenied|SecurityError/, 'refused'],
  [/NotFoundError|DevicesNotFound|OverconstrainedError/, 'absent'],
  [/NotReadableError|TrackStartError|AbortError/, 'inUse'],
];

/**
 * Why the camera did not open, so that a student can be told what to do. The scanner passes the browser's DOMException
 * on as a text that holds its name.
 */
export const cameraFailureOf = (
  error: unknown,
  browser: { isSecureContext: boolean } = window,
): CameraFailure => {
  if (!browser.isSecureContext) return 'insecure';
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return failures.find(([pattern]) => pattern.test(text))?.[1] ?? 'failed';
};
