import { areaNames, type AreaName } from '@qr-attendance/contracts/areas';

const STEP = /^(?:[a-z]+(?:-[a-z]+)*|:[a-z][A-Za-z]*)$/;

export interface PagePath {
  area: AreaName;
  /** Path below the area, such as `courses/:courseId/notes`. */
  path: string;
  parameters: string[];
}

/** @param text a path below an area, or the complete path, such as `/student/courses/:courseId/notes` */
export const readPagePath = (text: string, place: AreaName): PagePath => {
  const [first = '', ...others] = text.split('/').filter(Boolean);
  const named = text.startsWith('/') ? areaNames.find((area) => area === first) : undefined;
  const steps = named ? others : [first, ...others];
  if (steps.length === 0 || !steps.every((step) => STEP.test(step)))
    throw new Error(
      `“${text}” must be a path in kebab case, as in grade-overview or courses/:courseId/notes.`,
    );
  const parameters = steps.filter((step) => step.startsWith(':')).map((step) => step.slice(1));
  return { area: named ?? place, path: steps.join('/'), parameters };
};

const toKebab = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`).replace(/-id$/, '');

/** Turns `courses/:courseId/notes` into `course-notes`: a parameter replaces the preceding step. */
export const nameOfPath = (path: string): string => {
  const steps = path.split('/');
  return steps
    .filter((step, index) => step.startsWith(':') || !steps[index + 1]?.startsWith(':'))
    .map((step) => (step.startsWith(':') ? toKebab(step.slice(1)) : step))
    .join('-');
};
