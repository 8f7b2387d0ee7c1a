import type { ReactNode } from 'react';
import { LoadMore } from './load-more.tsx';
import { QueryView, type QueryLike } from './query-view.tsx';

interface Props<Row> {
  pages: QueryLike<{ pages: { items: Row[] }[] }> & {
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  errorMessage: string;
  more?: string;
  children: (rows: Row[]) => ReactNode;
}

/**
 * A list that is loaded page by page. After a change of the filter, the previous rows are dimmed until new rows
 * arrive.
 */
export const PagesView = <Row,>({ pages: query, errorMessage, more, children }: Props<Row>) => (
  <QueryView query={query} errorMessage={errorMessage}>
    {({ pages }) => (
      <div aria-busy={query.isPlaceholderData} className="reloading">
        {children(pages.flatMap(({ items }) => items))}
        <LoadMore pages={query} label={more} />
      </div>
    )}
  </QueryView>
);
