import { Typed } from './typed.tsx';

/** A course in a table: its name as typed, then its code. */
export const CourseName = ({ course: { name, code } }: { course: { name: string; code: string } }) => (
  <>
    <Typed>{name}</Typed> (<Typed>{code}</Typed>)
  </>
);
