import type { Insertion } from './insert.ts';

export interface Addition {
  type: 'add';
  path: string;
  templateFile: string;
}

export interface Options {
  name?: string | undefined;
  icon?: string | undefined;
  userType?: string | undefined;
}

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
