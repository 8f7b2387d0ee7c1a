import type { UserType } from '@qr-attendance/contracts';
import type { Language } from './messages/language-names.ts';

/** An antd icon name; the build writes its paths into the manifest. */
export type IconName = `${string}Outlined`;

/**
 * Plain data in `src/pages.ts`, which the build writes into the remote's manifest. The first page whose path
 * matches decides who may see it.
 */
export interface PageDeclaration {
  /** Below the area's own path, as the router matches it: '', 'courses/:id'. */
  path: string;
  userType?: UserType;
  /**
   * Uses no antd components, so it opens without their theme, for pages that must open quickly
   * (docs/decisions/page-start.md).
   */
  plain?: true;
  /** The link in the navigation, in the order of the declarations. */
  nav?: {
    text: Readonly<Record<Language, string>>;
    icon: IconName;
    /** The large middle button of the bottom bar on phones. */
    main?: boolean;
    /** Left out of the bottom bar on phones, which has room for five; the dashboard links to it too. */
    wideOnly?: boolean;
  };
}
