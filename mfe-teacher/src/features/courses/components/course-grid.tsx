import Col from 'antd/es/col';
import Row from 'antd/es/row';
import type { ReactNode } from 'react';

export const CourseGrid = ({ cards }: { cards: { key: string | number; card: ReactNode }[] }) => (
  <Row gutter={[16, 16]}>
    {cards.map(({ key, card }) => (
      <Col key={key} xs={24} sm={12} xl={8}>
        {card}
      </Col>
    ))}
  </Row>
);
