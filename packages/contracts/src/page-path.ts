// This module has no imports, because the inline script of the shell's page contains it too.

const stepsOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Returns whether a path leads to a page of a remote.
 * @param page the page's path below its area: '', `courses/:id`
 * @param path a path with the area: `/teacher/courses/7`
 */
export const leadsTo = (page: string, path: string): boolean => {
  const parts = stepsOf(page);
  const steps = stepsOf(path).slice(1);
  return parts.length === steps.length && parts.every((part, at) => part[0] === ':' || part === steps[at]);
};
