import { installCatalog } from '@qr-attendance/web-kit';
import { secondFactorCatalog } from './texts/index.ts';

export { SecondFactor } from './account-card.tsx';

export const texts = installCatalog(secondFactorCatalog);
