import type * as icons from '@ant-design/icons-svg';
import type { UserType } from '@qr-attendance/contracts';
import type { Language } from './texts/language-names.ts';

/** The build writes the icon's paths into the manifest, so that the shell does not need the icon. */
export type IconName = Extract<keyof typeof icons, `${string}Outlined`>;

/** Plain data, which the build writes into the manifest. The first matching page decides who may see it. */
export interface PageDeclaration {
  path: string;
  userType?: UserType;
  /** Also open to teachers with a role in a unit. */
  unitStaff?: true;
  /** Opens without antd's theme, for pages opened in a hurry (docs/decisions/page-start.md). */
  plain?: true;
  /** Omitted for pages that only other pages link to. */
  nav?: {
    text: Readonly<Record<Language, string>>;
    icon: IconName;
    /** The large center button of the phone's bottom bar. */
    main?: boolean;
    /** Omitted from the phone's bottom bar, which has room for five links. */
    wideOnly?: boolean;
  };
}
