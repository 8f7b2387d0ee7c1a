import type * as icons from '@ant-design/icons-svg';
import type { UserType } from '@qr-attendance/contracts';
import type { Language } from './texts/language-names.ts';

/** The build writes the icon's paths into the manifest, so that the shell does not load the icon. */
export type IconName = Extract<keyof typeof icons, `${string}Outlined`>;

/**
 * Everything that shell, build and tests know about a page. The build reads the declaration in Node and
 * writes parts of it into the manifest, so other modules are imported only inside of `load`.
 */
export interface PageDeclaration<Component = unknown> {
  /** Path below the area, such as `` or `courses/:courseId`. A parameter has the same name on every page. */
  path: string;
  /**
   * The key of the heading's text. Omitted if the heading is the name of the page's object, which the last
   * parameter identifies.
   */
  title?: string;
  /** Everyone who may enter the area, if absent. */
  userType?: UserType;
  /** Teachers with a role in a unit may open the page, too. */
  unitStaff?: true;
  /** Opens without antd's theme, for pages that must open quickly (docs/decisions/page-start.md). */
  plain?: true;
  /**
   * Imports the page's chunk. `with-remote`: the page is part of the main chunk, and `remote.tsx` renders it
   * for all paths without a page.
   */
  load: (() => Promise<Component>) | 'with-remote';
  /** Omitted for pages that are only linked from other pages. */
  nav?: {
    text: Readonly<Record<Language, string>>;
    icon: IconName;
    /** The large center button of the phone's bottom bar. */
    main?: boolean;
    /** Omitted from the phone's bottom bar, which has space for five links. */
    wideOnly?: boolean;
  };
  /** Parameter values for browser tests, unless tests/e2e/support/parameters.ts defines them. */
  samples?: Readonly<Record<string, string>>;
}
