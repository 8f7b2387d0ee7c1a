import { tokens } from '@qr-attendance/ui-kit';
import Card from 'antd/es/card';
import type { ReactNode } from 'react';

export const Section = ({
  title,
  help,
  children,
}: {
  title: string;
  help?: string;
  children?: ReactNode;
}) => {
  return (
    <Card title={<h2 style={{ margin: 0, font: 'inherit', whiteSpace: 'normal' }}>{title}</h2>}>
      {help && <p style={{ margin: children ? '0 0 16px' : 0, color: tokens.colorTextSecondary }}>{help}</p>}
      {children}
    </Card>
  );
};
