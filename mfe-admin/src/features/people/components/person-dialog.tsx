import type { ManagedPerson } from '@qr-attendance/contracts';
import { Dialog } from '@qr-attendance/ui-kit';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { useTranslation } from 'react-i18next';
import { useManagePerson, type ActionWithReason } from '../api.ts';
import { ReasonForm } from './reason-form.tsx';

interface Props {
  action: ActionWithReason;
  person: ManagedPerson;
  onClose: () => void;
}

export const PersonDialog = ({ action, person, onClose }: Props) => {
  const { t } = useTranslation('admin');
  const manage = useManagePerson(action, person);
  const { name, email, mergedInto } = person;
  return (
    <Dialog
      title={t(`${action}.of`, { name })}
      text={t(`${action}.text`, { name, email, kept: mergedInto?.name ?? '' })}
      onClose={onClose}
    >
      <ReasonForm
        action={manage}
        done={t(`${action}.done`, { name })}
        failure={t(`${action}.failed`)}
        confirm={t(`${action}.open`)}
        look={{ danger: true }}
        autoFocus
        onClose={onClose}
      >
        {action === 'erase' && (
          <Form.Item
            name="confirm"
            label={<bdi className="admin-dialog-typed">{t('erase.confirm', { email })}</bdi>}
            rules={[
              {
                validator: (_rule, typed = '') =>
                  typed.trim().toLowerCase() === email.toLowerCase()
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('erase.mismatch', { email }))),
              },
            ]}
          >
            <Input autoComplete="off" inputMode="email" />
          </Form.Item>
        )}
      </ReasonForm>
    </Dialog>
  );
};
