/** Whether the camera may be opened without a question. False where the browser doesn't say: older Firefox. */
export const cameraIsAllowed = async (): Promise<boolean> => {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state === 'granted';
  } catch {
    return false;
  }
};
