import type { Insertion } from './insert.ts';

export interface Addition {
  type: 'add';
  path: string;
  templateFile: string;
}

export interface Generator {
  description: string;
  /** Areas or services; the first is the default. */
  places: readonly string[];
  /** The template data besides the forms of the name and the place. */
  dataFor: (name: string, place: string) => Record<string, string>;
  actionsFor: (name: string, place: string) => (Addition | Insertion)[];
  /** The steps that are left to the engineer. */
  next: (name: string, place: string) => string[];
}

export const fromTemplates =
  (folder: string) =>
  (path: string, template: string): Addition => ({
    type: 'add',
    path,
    templateFile: `templates/${folder}/${template}.hbs`,
  });
