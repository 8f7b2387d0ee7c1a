import { installCatalog } from '@qr-attendance/web-kit';
import { providersCatalog } from './texts/index.ts';

export { ConfirmedPage } from './confirmed-page.tsx';
export { EndingSignIn } from './ending-sign-in.tsx';
export { FinishSignInPage } from './finish-sign-in-page.tsx';
export { ProviderChoice } from './provider-choice.tsx';
export { ProviderReturnNotice } from './provider-return-notice.tsx';

export const texts = installCatalog(providersCatalog);
