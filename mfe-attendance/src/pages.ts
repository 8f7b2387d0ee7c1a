import type { PageDeclaration } from '@qr-attendance/web-kit/page-declaration';

export const pages = [{ path: ':qrCode' }] as const satisfies readonly PageDeclaration[];
