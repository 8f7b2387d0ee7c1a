import type { ManagedPerson } from '@qr-attendance/contracts';
import { ConfirmActionDialog } from '@qr-attendance/ui-kit';
import { useTranslation } from 'react-i18next';
import { useResetSecondFactor } from '../api.ts';

interface Props {
  person: ManagedPerson;
  onClose: () => void;
}

export const ResetSecondFactorDialog = ({ person, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const reset = useResetSecondFactor(person);
  const { name, email } = person;
  return (
    <ConfirmActionDialog
      title={t('resetSecondFactor.of', { name })}
      text={t('resetSecondFactor.text', { name, email })}
      confirm={t('resetSecondFactor.open')}
      act={() => reset.mutateAsync()}
      done={t('resetSecondFactor.done', { name })}
      failure={t('resetSecondFactor.failed')}
      onGiveUp={reset.cancel}
      onClose={onClose}
    />
  );
};
