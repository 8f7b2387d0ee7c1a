interface Props {
  course: { name: string; code: string };
}

/** `Algorithms (CS201)`; each as it was typed, whichever way its script runs. */
export const CourseName = ({ course }: Props) => (
  <>
    <bdi>{course.name}</bdi> (<bdi>{course.code}</bdi>)
  </>
);
