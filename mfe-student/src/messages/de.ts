import type { Texts } from '@qr-attendance/web-kit';

export const texts: Texts = {};
