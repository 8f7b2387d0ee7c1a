import type { Insertion } from './insert.ts';

/** A file made of a template. */
export interface Addition {
  type: 'add';
  path: string;
  templateFile: string;
}

/** A generator, such as `page` or `route`. */
export interface Generator {
  description: string;
  /** The areas or services that it can generate for; the first is the default. */
  places: readonly string[];
  /** The data of the templates besides the forms of the name and the place. */
  dataFor: (name: string, place: string) => Record<string, string>;
  actionsFor: (name: string, place: string) => (Addition | Insertion)[];
  /** The steps that are left to the engineer. */
  next: (name: string, place: string) => string[];
}

/** Returns a function that adds files from a folder of templates. */
export const fromTemplates =
  (folder: string) =>
  (path: string, template: string): Addition => ({
    type: 'add',
    path,
    templateFile: `templates/${folder}/${template}.hbs`,
  });
