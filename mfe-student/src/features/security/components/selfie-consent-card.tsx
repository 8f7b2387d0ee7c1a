import { Button, Card, useNotify } from '@qr-attendance/ui-kit';
import { formatDay, messageOf } from '@qr-attendance/web-kit';
import { useTranslation } from 'react-i18next';
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
    <Card title={t('selfies.title')} help={t('selfies.help')}>
      {consentAt === null ? (
        <p className="flush">{t('selfies.notAgreed')}</p>
      ) : (
        <>
          <p className="flush below">{t('selfies.agreed', { day: formatDay(consentAt) })}</p>
          <Button loading={withdrawal.isPending} onClick={withdraw}>
            {t('selfies.withdraw')}
          </Button>
        </>
      )}
    </Card>
  );
};
