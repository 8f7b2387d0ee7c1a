import { base, de, en, en_IN, es, Faker, fr, pl, tr } from '@faker-js/faker';

/** Every locale falls back to English, and then to the data that all locales share. */
const NAME_LOCALES = [en, en, en, en_IN, de, es, fr, pl, tr];

export interface CampusRandom {
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  personName(): { firstName: string; lastName: string };
}

export const createCampusRandom = (seed: number): CampusRandom => {
  const fakers = NAME_LOCALES.map((locale, index) => {
    const faker = new Faker({ locale: [locale, en, base] });
    faker.seed(seed + index);
    return faker;
  });
  const [main] = fakers as [Faker, ...Faker[]];
  return {
    integer: (min, max) => main.number.int({ min, max }),
    chance: (probability) => main.number.float() < probability,
    pick: (values) => main.helpers.arrayElement(values),
    personName: () => {
      const { person } = main.helpers.arrayElement(fakers);
      return { firstName: person.firstName(), lastName: person.lastName() };
    },
  };
};
