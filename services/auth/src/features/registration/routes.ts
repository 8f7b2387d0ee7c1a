import { routes } from '@qr-attendance/contracts';
import { implement, type Implementation } from '@qr-attendance/server';
import type { People } from '../../core/people/people.ts';
import { requirePerson } from '../../core/tokens/access-tokens.ts';
import { answerSignedIn, type SignInDeps, visitOf } from '../../core/visits/visits.ts';
import { finishRegistration, type FinishDeps, openRegistrationLink } from './finish-registration.ts';
import { invitePeople, invitePerson, type InvitationDeps } from './invite-people.ts';
import { registerPerson, type RegistrationDeps } from './register-person.ts';

interface Stores extends RegistrationDeps, FinishDeps, InvitationDeps, SignInDeps {
  people: People;
}

export const registrationRoutes = (context: Stores): Implementation[] => [
  implement(routes.auth.register, async (call) => {
    context.passwordPolicy.refuseRegistration();
    const signedIn = await registerPerson(context, call.body, visitOf(context, call));
    return answerSignedIn(context, signedIn, call);
  }),
  implement(routes.auth.openRegistrationLink, ({ body }) => openRegistrationLink(context, body.token)),
  implement(routes.auth.finishRegistration, async (call) => {
    context.passwordPolicy.refuseRegistration();
    const signedIn = await finishRegistration(context, call.body, visitOf(context, call));
    return answerSignedIn(context, signedIn, call);
  }),
  implement(routes.auth.invitePerson, async ({ caller, params }) => {
    await requirePerson(context, caller);
    return { result: await invitePerson(context, params.id, caller.id) };
  }),
  implement(routes.auth.invitePeopleInternal, ({ body }) => invitePeople(context, body.ids, body.by)),
];
