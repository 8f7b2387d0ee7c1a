import { Button, PlainForm, TextField, typedCode } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export const ManualForm = ({ onCode }: { onCode: (code: string) => void }) => {
  const { t } = useTranslation('student');
  const [code, setCode] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const send = () => {
    if (code.trim()) onCode(code);
    else setIsEmpty(true);
  };
  return (
    <PlainForm busy={false} aria-label={t('scan.manual')} onSubmit={send}>
      <TextField
        label={t('scan.code')}
        error={isEmpty ? t('specified:codeEmpty') : undefined}
        help={t('scan.live.words')}
        name="code"
        large
        value={code}
        onChange={({ target }) => {
          setCode(target.value);
          setIsEmpty(false);
        }}
        placeholder={t('scan.codePlaceholder')}
        {...typedCode}
      />
      <Button name="open-code" htmlType="submit" size="large" block>
        {t('scan.submit')}
      </Button>
    </PlainForm>
  );
};
