import Card from 'antd/es/card';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  extra?: ReactNode;
  children: ReactNode;
}

/** A card whose title is a heading. */
export const TitledCard = ({ title, extra, children }: Props) => (
  <Card
    title={<h2 style={{ margin: 0, font: 'inherit' }}>{title}</h2>}
    extra={extra}
    style={{ height: '100%', overflow: 'hidden' }}
    styles={{ body: { paddingBlock: 8 } }}
  >
    {children}
  </Card>
);
