/** Does nothing if unsupported or refused, because the projector view covers the window anyway. */
export const enterFullScreen = async (): Promise<void> => {
  // The types say it always exists, but iPhones lack it.
  const root = document.documentElement as { requestFullscreen?: () => Promise<void> };
  await root.requestFullscreen?.().catch(() => undefined);
};

export const leaveFullScreen = async (): Promise<void> => {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
};
