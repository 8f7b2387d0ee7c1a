import { installCatalog } from '@qr-attendance/web-kit';
import { secondFactorCatalog } from './texts/index.ts';

export { SignInStep } from './sign-in-step.tsx';

export const texts = installCatalog(secondFactorCatalog);
