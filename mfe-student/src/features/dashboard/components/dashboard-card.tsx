import Card from 'antd/es/card';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router-dom';
import { SectionTitle } from '../../../shared/section-title.tsx';

interface Props {
  title: string;
  more?: { to: string; label: string };
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export const DashboardCard = ({ title, more, titleRef, children }: Props) => (
  <Card
    title={<SectionTitle {...(titleRef && { ref: titleRef })}>{title}</SectionTitle>}
    extra={
      more && (
        <Link
          to={more.to}
          style={{ display: 'inline-flex', alignItems: 'center', minHeight: 44, paddingInline: 8 }}
        >
          {more.label}
        </Link>
      )
    }
    style={{ height: '100%' }}
    styles={{ body: { paddingBlock: 8 } }}
  >
    {children}
  </Card>
);
