import type { Course } from '@qr-attendance/contracts';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { AvailableCourseCard } from './available-course-card.tsx';

export const CourseCards = ({ courses }: { courses: Course[] }) => (
  <Row gutter={[16, 16]}>
    {courses.map((course) => (
      <Col key={course._id} xs={24} sm={12} lg={8}>
        <AvailableCourseCard course={course} />
      </Col>
    ))}
  </Row>
);
