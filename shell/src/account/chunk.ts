// The pages of a chunk of its own, which brings its texts along.
import { installCatalogue } from '@qr-attendance/web-kit';
import { accountCatalogue } from '../messages/account.ts';

export { AccountCheckPage } from './account-check-page.tsx';
export { AccountPage } from './account-page.tsx';
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { ResetPasswordPage } from './reset-password-page.tsx';
export { UnsubscribePage } from './unsubscribe-page.tsx';
export { VerifyEmailPage } from './verify-email-page.tsx';
export { SignInLinkPage } from './sign-in-link-page.tsx';

await installCatalogue(accountCatalogue);
