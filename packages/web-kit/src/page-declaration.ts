import type * as icons from '@ant-design/icons-svg';
import type { UserType } from '@qr-attendance/contracts';
import type { Language } from './texts/language-names.ts';

/** The build writes the icon's paths into the manifest, so that the shell does not need the icon. */
export type IconName = Extract<keyof typeof icons, `${string}Outlined`>;

/**
 * All that shell, build and tests know of a page. The build reads it in Node and writes what the shell needs into the
 * manifest, so modules are imported only inside of `load`.
 */
export interface PageDeclaration<Component = unknown> {
  /** Below the area's own path: '', 'courses/:courseId'. A parameter has the same name on every page. */
  path: string;
  /** The key of its heading's text. Omitted if the heading is the name of what the last parameter identifies. */
  title?: string;
  /** Omitted: everyone who may enter the area. */
  userType?: UserType;
  /** Also open to teachers with a role in a unit. */
  unitStaff?: true;
  /** Opens without antd's theme, for pages opened in a hurry (docs/decisions/page-start.md). */
  plain?: true;
  /** Imports the page's chunk. `with-remote`: it is in the main chunk, and `remote.tsx` renders it for all other paths. */
  load: (() => Promise<Component>) | 'with-remote';
  /** Omitted for pages that only other pages link to. */
  nav?: {
    text: Readonly<Record<Language, string>>;
    icon: IconName;
    /** The large center button of the phone's bottom bar. */
    main?: boolean;
    /** Omitted from the phone's bottom bar, which has room for five links. */
    wideOnly?: boolean;
  };
  /** Values with which browser tests open the page, of parameters that tests/e2e/support/parameters.ts does not have. */
  samples?: Readonly<Record<string, string>>;
}
