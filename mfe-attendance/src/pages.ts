import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';

/** The area's one page, which codes lead to. The build writes it into the manifest. */
export const pages = [{ path: ':qrCode' }] as const satisfies readonly PageDeclaration[];
