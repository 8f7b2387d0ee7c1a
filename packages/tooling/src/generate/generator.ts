import type { Insertion } from './insert.ts';

/** A file made of a template. */
export interface Addition {
  type: 'add';
  path: string;
  templateFile: string;
}

/** What can be made new. */
export interface Generator {
  description: string;
  /** Where it is made, the first unless said: an area, a service. */
  places: readonly string[];
  /** What templates know beside the forms of the name, and the place. */
  dataFor: (name: string, place: string) => Record<string, string>;
  actionsFor: (name: string, place: string) => (Addition | Insertion)[];
  /** What is left to do by hand. */
  next: (name: string, place: string) => string[];
}

/** Makes what makes files of a folder of templates. */
export const fromTemplates =
  (folder: string) =>
  (path: string, template: string): Addition => ({
    type: 'add',
    path,
    templateFile: `templates/${folder}/${template}.hbs`,
  });
