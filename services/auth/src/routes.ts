import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { adminRoutes } from './features/admin/routes.ts';
import type { Context } from './context.ts';
import { emailAddressRoutes } from './features/email-address/routes.ts';
import { providerAdminRoutes } from './features/oidc/admin-routes.ts';
import { providerSignInRoutes } from './features/oidc/routes.ts';
import { noticeRoutes } from './features/notices/routes.ts';
import { passwordRoutes } from './features/passwords/routes.ts';
import { personRoutes } from './features/people/routes.ts';
import { emailKeyOf } from './core/people/rules/fold-text.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { secondFactorRoutes } from './features/second-factor/routes.ts';
import { securityRoutes } from './features/security/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';

export const createRoutes = (context: Context): Implementation[] => [
  ...signInRoutes(context),
  ...secondFactorRoutes(context),
  ...providerSignInRoutes(context),
  ...providerAdminRoutes(context),
  ...passwordRoutes(context),
  ...emailAddressRoutes(context),
  ...noticeRoutes(context),
  ...privacyRoutes(context),
  ...personRoutes(context),
  ...registrationRoutes(context),
  ...securityRoutes(context),
  ...adminRoutes(context),
  implement(routes.auth.getAccountSettings, async () => context.settings),
  // A repeated call would send the email twice, which is harmless.
  implement(routes.auth.emailHistoryRootInternal, async ({ query }) => {
    const { auditorEmail, mailQueue, mailRelay } = context;
    if (auditorEmail === undefined) return { queued: false };
    await mailQueue.add({ emailKey: emailKeyOf(auditorEmail) }, { kind: 'history_root', ...query });
    mailRelay.wake();
    return { queued: true };
  }),
];
