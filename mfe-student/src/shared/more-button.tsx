import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Fetches the next page of a list; renders nothing after the last. */
export const MoreButton = ({ list }: { list: PagedList }) => {
  const { t } = useTranslation();
  if (!list.hasNextPage) return null;
  return (
    <div style={{ textAlign: 'center', marginBlockStart: 16 }}>
      <Button loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {t('common:more')}
      </Button>
    </div>
  );
};
