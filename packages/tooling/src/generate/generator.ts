import type { Insertion } from './insert.ts';

export interface Addition {
  type: 'add';
  path: string;
  templateFile: string;
}

/** Command-line options for generating a page. */
export interface Options {
  name?: string | undefined;
  icon?: string | undefined;
  userType?: string | undefined;
}

/** The files and insertions, the data for their templates, and the remaining manual steps. */
export interface Plan {
  data: Record<string, unknown>;
  actions: (Addition | Insertion)[];
  next: string[];
}

export interface Generator {
  description: string;
  places: readonly string[];
  plan: (name: string, place: string, options: Options) => Plan;
}

export const fromTemplates =
  (folder: string) =>
  (path: string, template: string): Addition => ({
    type: 'add',
    path,
    templateFile: `templates/${folder}/${template}.hbs`,
  });
