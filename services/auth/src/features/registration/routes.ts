import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import { profileOf, userOf } from '../../core/people/rules/person.ts';
import { requirePerson } from '../../core/tokens/access-tokens.ts';
import { keepLanguage, languageOf, signInPerson, withVisit } from '../../core/visits/visits.ts';
import { finishRegistration, openRegistrationLink } from './finish-registration.ts';
import { invitePeople, invitePerson } from './invite-people.ts';

export const registrationRoutes = (context: Context): Implementation[] => [
  implement(routes.auth.openRegistrationLink, ({ body }) => openRegistrationLink(context, body.token)),
  implement(routes.auth.finishRegistration, (call) =>
    withVisit(context, call, async (visit) => {
      const signedIn = await finishRegistration(context, call.body, visit);
      await keepLanguage(context, signedIn.person, languageOf(call.request));
      return {
        token: await signInPerson(context, signedIn, call.response),
        user: userOf(signedIn.person),
        profile: profileOf(signedIn.person),
      };
    }),
  ),
  implement(routes.auth.invitePerson, async ({ caller, params }) => {
    await requirePerson(context, caller);
    return { result: await invitePerson(context, params.id, caller.id) };
  }),
  implement(routes.auth.invitePeopleInternal, ({ body }) => invitePeople(context, body.ids, body.by)),
];
