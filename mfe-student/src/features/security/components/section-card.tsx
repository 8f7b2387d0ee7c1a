import Card from 'antd/es/card';
import theme from 'antd/es/theme';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  help?: string;
  children: ReactNode;
}

export const SectionCard = ({ title, help, children }: Props) => {
  const { token } = theme.useToken();
  return (
    <Card>
      <h2 style={{ margin: 0, fontSize: token.fontSizeLG, fontWeight: 650 }}>{title}</h2>
      {help && <p style={{ margin: '2px 0 0', color: token.colorTextSecondary }}>{help}</p>}
      <div style={{ marginBlockStart: token.margin }}>{children}</div>
    </Card>
  );
};
