import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import { adminRoutes } from './admin/routes.ts';
import type { Context } from './context.ts';
import { emailAddressRoutes } from './email-address/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { personRoutes } from './people/routes.ts';
import { emailKeyOf } from './people/rules/fold-text.ts';
import { eraseMe } from './privacy/erase-me.ts';
import { exportPersonalData } from './privacy/export-personal-data.ts';
import { registrationRoutes } from './registration/routes.ts';
import { securityRoutes } from './security/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { withVisit } from './sign-in/visits.ts';

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
