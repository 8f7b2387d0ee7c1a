import { Button } from './button/button.tsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label?: string | undefined;
}

/** Button that loads the next page of a list. Hidden at the end, unless the user has just pressed it. */
export const LoadMore = ({ pages, label }: Props) => {
  const { t } = useTranslation();
  const end = useRef<HTMLParagraphElement>(null);
  const [pressed, setPressed] = useState(false);
  const isOver = pressed && !pages.hasNextPage;
  useEffect(() => {
    // Moves the focus away from the removed button.
    if (isOver && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [isOver]);
  if (!pages.hasNextPage && !isOver) return null;
  return (
    <div className="center above">
      {isOver ? (
        <p ref={end} tabIndex={-1} className="flush" onBlur={() => setPressed(false)}>
          {t('common:allShown')}
        </p>
      ) : (
        <Button
          loading={pages.isFetchingNextPage}
          onClick={() => {
            setPressed(true);
            void pages.fetchNextPage();
          }}
        >
          {label ?? t('common:more')}
        </Button>
      )}
    </div>
  );
};
