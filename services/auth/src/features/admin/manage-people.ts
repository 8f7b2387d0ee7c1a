import { conflict, forbidden, notFound } from '@qr-attendance/server';
import type { Context } from '../../context.ts';
import type { Person } from '../../core/people/rules/person.ts';

export type Notifying = Pick<Context, 'wakeRelay' | 'mailRelay' | 'suspensions'>;
type Managing = Pick<Context, 'managed'> & Notifying;

export const notYourself = () =>
  forbidden('not_yourself', 'You cannot do this to your own account. Ask another administrator.');
const refuseSelf = (adminId: string, personId: string): void => {
  if (adminId === personId) throw notYourself();
};

export const findManaged = async (
  { managed }: Pick<Context, 'managed'>,
  personId: string,
): Promise<Person> => {
  const person = await managed.find(personId);
  if (!person) throw notFound('User');
  return person;
};

export const notify = async ({ wakeRelay, mailRelay, suspensions }: Notifying): Promise<void> => {
  wakeRelay();
  mailRelay.wake();
  await suspensions.refresh();
};

const change = async (context: Managing, personId: string, work: () => Promise<unknown>): Promise<Person> => {
  await findManaged(context, personId);
  await work();
  await notify(context);
  return findManaged(context, personId);
};

export const suspendPerson = async (
  context: Managing,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> => {
  refuseSelf(adminId, personId);
  return change(context, personId, () => context.managed.suspend(adminId, personId, reason));
};

export const restorePerson = (context: Managing, adminId: string, personId: string): Promise<Person> =>
  change(context, personId, () => context.managed.restore(adminId, personId));

const requireStudent = (done: boolean): void => {
  if (!done) throw conflict('not_a_student', 'Only students have devices.');
};

export const confirmProofs = (
  context: Managing,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> =>
  change(context, personId, async () =>
    requireStudent(await context.managed.confirmProofs(adminId, personId, reason)),
  );

export const resetDevices = (
  context: Managing,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> =>
  change(context, personId, async () =>
    requireStudent(await context.managed.resetDevices(adminId, personId, reason)),
  );

export const erasePerson = async (
  context: Pick<Context, 'erasure'> & Notifying,
  adminId: string,
  personId: string,
  reason: string,
): Promise<void> => {
  refuseSelf(adminId, personId);
  if (!(await context.erasure.eraseOther(adminId, personId, reason))) throw notFound('User');
  await notify(context);
};
