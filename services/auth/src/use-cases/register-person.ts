import type { Registration } from '@qr-attendance/contracts';
import { Refused, type OutboxRelay } from '@qr-attendance/service-kit';
import type { People } from '../data/people.ts';
import { hashPassword } from '../domain/password.ts';
import type { Person } from '../domain/person.ts';

export const makeRegisterPerson =
  ({ people, relay }: { people: People; relay: OutboxRelay }) =>
  async (registration: Registration): Promise<Person> => {
    const person = await people.create(registration, await hashPassword(registration.password));
    if (!person)
      throw new Refused('conflict', 'email_taken', 'An account with this e-mail address already exists.');
    relay.wake();
    return person;
  };
