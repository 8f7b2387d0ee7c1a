export interface Shape {
  marks: number;
  terms: number;
  students: number;
  /**
   * Courses per term, each with 20 sessions of 500 students. One teacher has all these courses, and therefore a tenth
   * of all marks.
   */
  halls: number;
  classes: number;
}
export const SESSIONS = 20;
export const HALL_SIZE = 500;
export const CLASS_SIZE = 50;
export const CLASSES_OF_STUDENT = 6;
export const TERMS_OF_STUDENT = 8;

const shape = (terms: number, students: number, halls: number, classes: number): Shape => ({
  marks: terms * SESSIONS * (halls * HALL_SIZE + classes * CLASS_SIZE),
  terms,
  students,
  halls,
  classes,
});

/** The number of years, courses and students grows; the content of one page stays the same. */
export const SHAPES = {
  '20 thousand': shape(1, 1_000, 1, 10),
  '100 thousand': shape(1, 2_000, 1, 90),
  '1 million': shape(5, 8_000, 2, 180),
  '10 million': shape(20, 40_000, 5, 450),
};
