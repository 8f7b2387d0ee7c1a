import type { OutboxRelay } from '@qr-attendance/messaging';
import { notFound, DomainError, type Suspensions } from '@qr-attendance/server';
import type { Erasure } from '../privacy/erasure.ts';
import type { ManagedPeople } from './managed-people.ts';
import type { Person } from '../people/rules/person.ts';
import type { MailRelay } from '../email/email-relay.ts';

interface Deps {
  managed: ManagedPeople;
  erasure: Erasure;
  relay: OutboxRelay;
  mailRelay: MailRelay;
  suspensions: Suspensions;
}
const refuseSelf = (adminId: string, personId: string): void => {
  if (adminId === personId)
    throw new DomainError(
      'forbidden',
      'not_yourself',
      'You cannot do this to your own account. Please ask another administrator.',
    );
};

/** What administrators do to accounts. */
export const makeManagePeople = ({ managed, erasure, relay, mailRelay, suspensions }: Deps) => {
  const find = async (personId: string): Promise<Person> => {
    const person = await managed.find(personId);
    if (!person) throw notFound('User');
    return person;
  };
  const tell = async (): Promise<void> => {
    relay.wake();
    mailRelay.wake();
    await suspensions.refresh();
  };
  const change = async (personId: string, work: () => Promise<unknown>): Promise<Person> => {
    await find(personId);
    await work();
    await tell();
    return find(personId);
  };
  return {
    suspend: (adminId: string, personId: string, reason: string): Promise<Person> => {
      refuseSelf(adminId, personId);
      return change(personId, () => managed.suspend(adminId, personId, reason));
    },
    restore: (adminId: string, personId: string): Promise<Person> =>
      change(personId, () => managed.restore(adminId, personId)),
    resetDevices: (adminId: string, personId: string, reason: string): Promise<Person> =>
      change(personId, async () => {
        if (!(await managed.resetDevices(adminId, personId, reason)))
          throw new DomainError('conflict', 'not_a_student', 'Only students have devices.');
      }),
    erase: async (adminId: string, personId: string, reason: string): Promise<void> => {
      refuseSelf(adminId, personId);
      if (!(await erasure.eraseOther(adminId, personId, reason))) throw notFound('User');
      await tell();
    },
  };
};
export type ManagePeople = ReturnType<typeof makeManagePeople>;
