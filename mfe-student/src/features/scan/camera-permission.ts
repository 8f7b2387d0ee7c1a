/** False also in browsers that cannot answer, such as older Firefox. */
export const isCameraAllowed = async (): Promise<boolean> => {
  try {
    return (await navigator.permissions.query({ name: 'camera' as PermissionName })).state === 'granted';
  } catch {
    return false;
  }
};
