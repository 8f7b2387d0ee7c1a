import { installCatalog } from '@qr-attendance/web-kit';
import { accountCatalog } from './texts/index.ts';

export { AccountCheckPage } from './account-check-page.tsx';
export { AccountPage } from './account-page.tsx';
export { FinishRegistrationPage } from './finish-registration-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { UnsubscribePage } from './unsubscribe-page.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
export { SignInLinkPage } from './sign-in-link-page.tsx';

await installCatalog(accountCatalog);
