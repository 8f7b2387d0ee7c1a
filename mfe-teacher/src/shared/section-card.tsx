import Card from 'antd/es/card';
import type { ReactNode } from 'react';

export const SectionCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={<h2 style={{ margin: 0, font: 'inherit' }}>{title}</h2>}>{children}</Card>
);
