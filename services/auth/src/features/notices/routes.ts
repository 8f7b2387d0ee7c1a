import { NOTICES_OF, routes } from '@qr-attendance/contracts';
import { implement, type Implementation, implementStream, invalid, notFound } from '@qr-attendance/server';
import { ALL, type Notices } from './notices.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

export const noticeRoutes = ({
  notices,
  unsubscribeTokens,
}: {
  notices: Notices;
  unsubscribeTokens: UnsubscribeTokens;
}): Implementation[] => {
  const list = async ({ id, userType }: { id: string; userType: keyof typeof NOTICES_OF }) => {
    const off = await notices.readSwitchedOff(id);
    return NOTICES_OF[userType].map((kind) => ({ kind, on: !off.includes(ALL) && !off.includes(kind) }));
  };
  return [
    implement(routes.auth.listNotices, ({ caller }) => list(caller)),
    implement(routes.auth.switchNotice, async ({ caller, params: { kind }, body: { on } }) => {
      const kinds = NOTICES_OF[caller.userType];
      if (!kinds.some((one) => one === kind)) throw notFound('Email');
      await notices.switch(caller.id, kinds, kind, on);
      return list(caller);
    }),
    implement(routes.auth.unsubscribe, async ({ query }) => {
      const userId = unsubscribeTokens.read(query.token);
      if (userId === undefined)
        throw invalid(
          'unsubscribe_link_invalid',
          'This link is not valid. Sign in and switch the emails off under “My account”.',
        );
      await notices.switchAllOff(userId);
    }),
    implementStream(routes.auth.openUnsubscribe, ({ query, response }) => {
      response
        .status(303)
        .location(`/unsubscribe#${encodeURIComponent(query.token)}`)
        .end();
    }),
  ];
};
