import { Button } from './button/button.tsx';
import { useTranslation } from 'react-i18next';

interface Props {
  /** A query that fetches page after page. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** "Show more" unless given. */
  label?: string;
}

/** Below a list: fetches its next page. Nothing once all of it is there. */
export const LoadMore = ({ pages, label }: Props) => {
  const { t } = useTranslation();
  if (!pages.hasNextPage) return null;
  return (
    <div style={{ textAlign: 'center', marginBlockStart: 16 }}>
      <Button loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        {label ?? t('common:more')}
      </Button>
    </div>
  );
};
