import { HistoryOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, VisuallyHidden } from '@qr-attendance/ui-kit';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { UndoStep } from '../../marking/undo-history.ts';

interface Props {
  steps: UndoStep[];
  said: string;
  onUndo: () => void;
}

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), textarea, [contenteditable]');

export const UndoMenu = ({ steps, said, onUndo }: Props) => {
  const { t } = useTranslation('teacher');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    // A text field has its own undo, and an open dialog disables the shortcut.
    if (!isUndo || isTextField(event.target) || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    onUndo();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const [newest] = steps;
  return (
    <div className="undo-menu">
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      {newest && (
        <>
          <Button
            icon={<UndoOutlined aria-hidden />}
            title={`${newest.text} (${t('roster.undoKey')})`}
            aria-label={t('roster.undoOf', { what: newest.text })}
            onClick={onUndo}
          >
            {t('roster.undo')}
          </Button>
          <details>
            <summary title={t('roster.changes', { count: steps.length })}>
              <HistoryOutlined aria-label={t('roster.changes', { count: steps.length })} role="img" />{' '}
              <span aria-hidden="true">{steps.length}</span>
            </summary>
            <ol>
              {steps.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ol>
          </details>
        </>
      )}
    </div>
  );
};
