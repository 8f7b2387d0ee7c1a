import Button from 'antd/es/button';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** So long it can be undone. */
const SHOWN_MS = 10_000;

/** What was set last. */
export interface Undoable {
  text: string;
  markIds: string[];
}
interface Props {
  last: Undoable | undefined;
  busy: boolean;
  onUndo: () => void;
  onGone: () => void;
}

/** Says what was set, and undoes it. Always there: what appears together with its words is not always read out. */
export const UndoBar = ({ last, busy, onUndo, onGone }: Props) => {
  const { t } = useTranslation('teacher');
  useEffect(() => {
    if (!last || busy) return;
    const timer = setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last, busy, onGone]);
  return (
    <div role="status" className="roster-undo">
      {last && (
        <>
          <span>{last.text}</span>
          <Button loading={busy} onClick={onUndo}>
            {t('roster.undo')}
          </Button>
        </>
      )}
    </div>
  );
};
