import {
  HistoryOutlined,
  PlusCircleOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import { useBasePath } from '@qr-attendance/web-kit';
import Col from 'antd/es/col';
import Row from 'antd/es/row';
import { useTranslation } from 'react-i18next';
import { links } from '../../../shared/links.ts';
import { Shortcut } from './shortcut.tsx';

export const Shortcuts = () => {
  const { t } = useTranslation('student');
  const to = links(useBasePath());
  const shortcuts = [
    { key: 'scan', to: to.scan, icon: <QrcodeOutlined /> },
    { key: 'history', to: to.history, icon: <HistoryOutlined /> },
    { key: 'enroll', to: to.enroll, icon: <PlusCircleOutlined /> },
    { key: 'security', to: to.security, icon: <SafetyCertificateOutlined /> },
  ];
  return (
    <nav aria-label={t('dashboard.links')}>
      <Row gutter={[16, 16]}>
        {shortcuts.map(({ key, ...shortcut }) => (
          <Col key={key} xs={24} sm={12} lg={6}>
            <Shortcut {...shortcut} title={t(`dashboard.${key}`)} help={t(`dashboard.${key}Help`)} />
          </Col>
        ))}
      </Row>
    </nav>
  );
};
