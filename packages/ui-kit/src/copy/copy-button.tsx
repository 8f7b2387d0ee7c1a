import { CopyOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '../button/button.tsx';

interface Props extends Pick<ButtonProps, 'type' | 'aria-label'> {
  text: string;
  label?: string;
  /** Called before the text is copied. */
  onPress?: () => void;
}

/** Copies a text to the clipboard, and shows beside the button whether that succeeded. */
export const CopyButton = ({ text, label, onPress, ...look }: Props) => {
  const { t } = useTranslation('common');
  const [result, setResult] = useState<'copied' | 'failed'>();
  const copy = async () => {
    onPress?.();
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
      <Button {...look} icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
        {label ?? t('copy.copy')}
      </Button>
      {/* Rendered even while empty, because screen readers ignore a status that appears together with its text. */}
      <span role="status" className="muted">
        {result && t(`copy.${result}`)}
      </span>
    </>
  );
};
