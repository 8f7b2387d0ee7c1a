export type CameraFailure = 'refused' | 'absent' | 'inUse' | 'insecure' | 'unknown';

/** Names of what getUserMedia throws (W3C Media Capture, section 10.2), with those of older browsers. */
const failures: [names: RegExp, failure: CameraFailure][] = [
  [/NotAllowedError|PermissionDeniedError|SecurityError/, 'refused'],
  [/NotFoundError|DevicesNotFoundError|OverconstrainedError/, 'absent'],
  [/NotReadableError|TrackStartError|AbortError/, 'inUse'],
];

/** Why the camera would not open. html5-qrcode wraps the browser's error in a sentence, so its name is looked for. */
export const cameraFailure = (error: unknown, secure: boolean): CameraFailure => {
  if (!secure) return 'insecure';
  const text = String(error);
  return failures.find(([names]) => names.test(text))?.[1] ?? 'unknown';
};
