import { useNotify, tokens } from '@qr-attendance/ui-kit';
import { formatDay, messageOf } from '@qr-attendance/web-kit';
import Button from 'antd/es/button';
import Card from 'antd/es/card';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../shared/section-title.tsx';
import { useWithdrawSelfieConsent } from '../api.ts';

export const SelfieConsentCard = ({ consentAt }: { consentAt: string | null }) => {
  const { t } = useTranslation('student');
  const notify = useNotify();
  const withdrawal = useWithdrawSelfieConsent();
  const withdraw = () =>
    withdrawal.mutate(undefined, {
      onSuccess: () => notify.success(t('selfies.withdrawn')),
      onError: (error) => notify.error(messageOf(error, t('selfies.withdrawFailed'))),
    });
  return (
    <Card title={<SectionTitle>{t('selfies.title')}</SectionTitle>}>
      <p style={{ margin: '0 0 16px', color: tokens.colorTextSecondary }}>{t('selfies.help')}</p>
      {consentAt === null ? (
        <p style={{ margin: 0 }}>{t('selfies.notAgreed')}</p>
      ) : (
        <>
          <p style={{ margin: '0 0 16px' }}>{t('selfies.agreed', { day: formatDay(consentAt) })}</p>
          <Button loading={withdrawal.isPending} onClick={withdraw}>
            {t('selfies.withdraw')}
          </Button>
        </>
      )}
    </Card>
  );
};
