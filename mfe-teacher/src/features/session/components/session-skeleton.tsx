import Skeleton from 'antd/es/skeleton';
import { useTranslation } from 'react-i18next';
import './cockpit.css';

export const SessionSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common:loading')} className="cockpit">
      <Skeleton active title={{ width: '50%' }} paragraph={false} />
      <div className="cockpit-body" data-code="true">
        <div className="cockpit-side">
          <section>
            <Skeleton active title={false} paragraph={{ rows: 8 }} />
          </section>
        </div>
        <div className="cockpit-roster">
          <Skeleton active title={false} paragraph={{ rows: 12 }} />
        </div>
      </div>
    </div>
  );
};
