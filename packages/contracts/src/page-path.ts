// Without imports: the script that stands in the shell's page has it too.

const stepsOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Whether an address leads to a page that a remote declares.
 * @param page the page's path below its area, as declared: '', `courses/:id`
 * @param path of the address, with the area: `/teacher/courses/7`
 */
export const leadsTo = (page: string, path: string): boolean => {
  const parts = stepsOf(page);
  const steps = stepsOf(path).slice(1);
  return parts.length === steps.length && parts.every((part, at) => part[0] === ':' || part === steps[at]);
};
