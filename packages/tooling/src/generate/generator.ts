import type { Insertion } from './insert.ts';

export interface Addition {
  type: 'add';
  path: string;
  templateFile: string;
}

export interface Generator {
  description: string;
  places: readonly string[];
  dataFor: (name: string, place: string) => Record<string, string>;
  actionsFor: (name: string, place: string) => (Addition | Insertion)[];
  next: (name: string, place: string) => string[];
}

export const fromTemplates =
  (folder: string) =>
  (path: string, template: string): Addition => ({
    type: 'add',
    path,
    templateFile: `templates/${folder}/${template}.hbs`,
  });
