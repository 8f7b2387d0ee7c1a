/** Where the browser can; a refusal changes nothing, as the projector view covers the window anyway. */
export const enterFullScreen = async (): Promise<void> => {
  // Typed as always there, but an iPhone has none.
  const root = document.documentElement as { requestFullscreen?: () => Promise<void> };
  await root.requestFullscreen?.().catch(() => undefined);
};

export const leaveFullScreen = async (): Promise<void> => {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
};
