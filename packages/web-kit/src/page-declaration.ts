import type { UserType } from '@qr-attendance/contracts';
import type { Language } from './messages/language-names.ts';

/** One of antd's icons; the build knows them, and writes its lines into the manifest, so that the shell need not. */
export type IconName = `${string}Outlined`;

/**
 * A page as its remote declares it in `src/pages.ts`: plain data, which the build writes into the remote's manifest. The
 * first page whose path matches an address decides who may see it.
 */
export interface PageDeclaration {
  /** Below the area's own path, as the router matches it: '', 'courses/:id'. */
  path: string;
  /** The users whose page it is; if missing, everyone who may enter the area. */
  userType?: UserType;
  /** Has none of antd's components, so it opens without their theme: for what is opened in a hurry (docs/decisions/page-start.md). */
  plain?: true;
  /** Its link in the navigation, in the order of the declarations; left out for pages that others lead to. */
  nav?: {
    text: Readonly<Record<Language, string>>;
    icon: IconName;
    /** The large button of a phone's bar; the middle one of the links. */
    main?: boolean;
    /** Left out of a phone's bar, where five is what fits; the dashboard leads there too. */
    wideOnly?: boolean;
  };
}
