import { Button } from '@qr-attendance/ui-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const { t } = useTranslation('secondFactor');
  const [result, setResult] = useState<'copied' | 'failed'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
    } catch {
      // The clipboard is unavailable on insecure pages.
      setResult('failed');
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>{label}</Button>
      <span role="status" className="muted">
        {result && t(`copy.${result}`)}
      </span>
    </>
  );
};
