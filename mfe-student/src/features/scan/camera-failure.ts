export type CameraFailure = 'refused' | 'absent' | 'inUse' | 'insecure' | 'unknown';

/** Error names of `getUserMedia` (W3C Media Capture, section 10.2), including those of older browsers. */
const failures: [names: RegExp, failure: CameraFailure][] = [
  [/NotAllowedError|PermissionDeniedError|SecurityError/, 'refused'],
  [/NotFoundError|DevicesNotFoundError|OverconstrainedError/, 'absent'],
  [/NotReadableError|TrackStartError|AbortError/, 'inUse'],
];

/** html5-qrcode wraps the browser's error in a sentence, so this searches the text for the error's name. */
export const cameraFailure = (error: unknown, secure: boolean): CameraFailure => {
  if (!secure) return 'insecure';
  const text = String(error);
  return failures.find(([names]) => names.test(text))?.[1] ?? 'unknown';
};
