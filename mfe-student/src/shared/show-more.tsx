import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

interface Props {
  /** An infinite query. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** Fetches the next page of a list; renders nothing on the last. */
export const ShowMore = ({ list }: Props) => {
  const { t } = useTranslation('student');
  if (!list.hasNextPage) return null;
  return (
    <div style={{ textAlign: 'center', marginBlockStart: 16 }}>
      <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('common:more')}
      </Button>
    </div>
  );
};
