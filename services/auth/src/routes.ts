import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { adminRoutes } from './features/admin/routes.ts';
import type { Context } from './context.ts';
import { emailAddressRoutes } from './features/email-address/routes.ts';
import { noticeRoutes } from './features/notices/routes.ts';
import { passwordRoutes } from './features/passwords/routes.ts';
import { personRoutes } from './features/people/routes.ts';
import { emailKeyOf } from './core/people/rules/fold-text.ts';
import { eraseMe } from './features/privacy/erase-me.ts';
import { exportPersonalData } from './features/privacy/export-personal-data.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { securityRoutes } from './features/security/routes.ts';
import { signInRoutes } from './features/sign-in/routes.ts';
import { withVisit } from './core/visits/visits.ts';

export const createRoutes = (context: Context): Implementation[] => [
  ...signInRoutes(context),
  ...passwordRoutes(context),
  ...emailAddressRoutes(context),
  ...noticeRoutes(context),
  implement(routes.auth.getMyAccountData, ({ caller }) => exportPersonalData(context, caller.id)),
  implement(routes.auth.eraseMe, async (call) => {
    await withVisit(context, call, (visit) => eraseMe(context, call.caller.id, call.body.password, visit));
    context.cookies.clearRefreshToken(call.response);
  }),
  ...personRoutes(context),
  ...registrationRoutes(context),
  ...securityRoutes(context),
  ...adminRoutes(context),
  implement(routes.auth.getAccountSettings, async () => context.settings),
  // A repeated call sends the email twice, which does no harm.
  implement(routes.auth.emailHistoryRootInternal, async ({ query }) => {
    const { auditorEmail, mailQueue, mailRelay } = context;
    if (auditorEmail === undefined) return { queued: false };
    await mailQueue.add({ emailKey: emailKeyOf(auditorEmail) }, { kind: 'history_root', ...query });
    mailRelay.wake();
    return { queued: true };
  }),
];
