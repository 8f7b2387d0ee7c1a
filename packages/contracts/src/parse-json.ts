// This module has no imports, because the inline script of the shell's page contains it too.

/** Returns undefined for text that is not JSON. */
export const parseJson = (text: string | null | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};
