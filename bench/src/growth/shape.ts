/** What a campus has been through when it holds so many marks. */
export interface Shape {
  marks: number;
  terms: number;
  students: number;
  /** Per term, each with 20 sessions of 500 students; all of one teacher, who so has a tenth of all marks. */
  halls: number;
  /** Per term, each with 20 sessions of 50 students, two of a teacher. */
  classes: number;
}
export const SESSIONS = 20;
export const IN_HALL = 500;
export const IN_CLASS = 50;
/** Per term of the asked student. */
export const CLASSES_OF_STUDENT = 6;
/** Whoever studies does so for so many terms. */
export const TERMS_OF_STUDENT = 8;

const shape = (terms: number, students: number, halls: number, classes: number): Shape => ({
  marks: terms * SESSIONS * (halls * IN_HALL + classes * IN_CLASS),
  terms,
  students,
  halls,
  classes,
});

/** More years, more courses, more students; what one page shows stays as it is. */
export const SHAPES = {
  '20 thousand': shape(1, 1_000, 1, 10),
  '100 thousand': shape(1, 2_000, 1, 90),
  '1 million': shape(5, 8_000, 2, 180),
  '10 million': shape(20, 40_000, 5, 450),
};

/** A teacher of halls who has a million marks, or fewer for `short`, and others with classes of their own. */
export const MILLION_OF_ONE = shape(5, 8_000, 20, 40);
export const SHORT_OF_ONE = shape(1, 1_000, 5, 40);
