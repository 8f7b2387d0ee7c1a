import { conflict, notFound } from '@qr-attendance/server';
import type { Erasure } from '../../core/erasure/erasure.ts';
import { notify, type NotifyDeps } from '../../core/events/notify.ts';
import { notYourselfError, type Person } from '../../core/people/rules/person.ts';
import type { ManagedPeople } from './managed-people.ts';

export interface ManageDeps extends NotifyDeps {
  managed: ManagedPeople;
}

const refuseSelf = (adminId: string, personId: string): void => {
  if (adminId === personId) throw notYourselfError();
};

export const findManagedPerson = async (
  { managed }: Pick<ManageDeps, 'managed'>,
  personId: string,
): Promise<Person> => {
  const person = await managed.find(personId);
  if (!person) throw notFound('User');
  return person;
};

const change = async (
  context: ManageDeps,
  personId: string,
  work: () => Promise<unknown>,
): Promise<Person> => {
  await findManagedPerson(context, personId);
  await work();
  await notify(context);
  return findManagedPerson(context, personId);
};

export const suspendPerson = async (
  context: ManageDeps,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> => {
  refuseSelf(adminId, personId);
  return change(context, personId, () => context.managed.suspend(adminId, personId, reason));
};

export const restorePerson = (context: ManageDeps, adminId: string, personId: string): Promise<Person> =>
  change(context, personId, () => context.managed.restore(adminId, personId));

const requireStudent = (done: boolean): void => {
  if (!done) throw conflict('not_a_student', 'Only students have devices.');
};

export const confirmProofs = (
  context: ManageDeps,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> =>
  change(context, personId, async () =>
    requireStudent(await context.managed.confirmProofs(adminId, personId, reason)),
  );

export const resetDevices = (
  context: ManageDeps,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> =>
  change(context, personId, async () =>
    requireStudent(await context.managed.resetDevices(adminId, personId, reason)),
  );

/** Administrators cannot bypass a requirement on themselves. */
export const resetSecondFactor = async (
  context: ManageDeps,
  adminId: string,
  personId: string,
  reason: string,
): Promise<Person> => {
  refuseSelf(adminId, personId);
  return change(context, personId, () => context.managed.resetSecondFactor(adminId, personId, reason));
};

export const erasePerson = async (
  context: NotifyDeps & { erasure: Erasure },
  adminId: string,
  personId: string,
  reason: string,
): Promise<void> => {
  refuseSelf(adminId, personId);
  if (!(await context.erasure.eraseOther(adminId, personId, reason))) throw notFound('User');
  await notify(context);
};
