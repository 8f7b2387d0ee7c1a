/**
 * Does nothing if full screen is unsupported or denied, because the projector view covers the window anyway.
 */
export const enterFullScreen = async (): Promise<void> => {
  // TypeScript declares `requestFullscreen` as always defined, but iPhones lack it.
  const root = document.documentElement as { requestFullscreen?: () => Promise<void> };
  await root.requestFullscreen?.().catch(() => undefined);
};

export const leaveFullScreen = async (): Promise<void> => {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
};
