import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { ResponsiveTable, type Column } from '../src/table/responsive-table.tsx';

interface Person {
  id: string;
  name: string;
  age: number | undefined;
}
const columns: Column<Person>[] = [
  {
    key: 'name',
    title: 'Name',
    sortBy: ({ name }) => name,
    render: ({ name }) => <button type="button">{name}</button>,
  },
  {
    key: 'age',
    title: 'Age',
    sortBy: ({ age }) => age,
    descendingFirst: true,
    render: ({ age }) => age ?? '–',
  },
  { key: 'note', title: 'Note', render: () => '' },
];
const peopleOf = (count: number): Person[] =>
  Array.from({ length: count }, (_person, index) => ({ id: `${index}`, name: `N${index}`, age: index }));
const table = (rows: Person[]) => (
  <ResponsiveTable<Person> rows={rows} rowKey="id" columns={columns} empty="Nobody" />
);
const names = () => rows().map((row) => within(row).getByRole('button').textContent);
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);

beforeAll(() => {
  // jsdom has no layout.
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 57 });
});
afterEach(cleanup);

test('shows all rows of a short list, and an empty state if there are none', () => {
  const { rerender } = render(table(peopleOf(200)));
  expect(rows()).toHaveLength(200);
  rerender(table([]));
  expect(screen.getByText('Nobody')).toBeTruthy();
});

test('renders only visible rows of a long list, and all of them in print', () => {
  render(table(peopleOf(5_000)));
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  expect(rows().length).toBeLessThan(60);
  expect(rows()[0]?.getAttribute('aria-rowindex')).toBe('2');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(rows()).toHaveLength(5_000);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(rows().length).toBeLessThan(60);
});

test('keeps the focused row while the page is scrolled, and the focus while rows change', () => {
  const { rerender } = render(table(peopleOf(1_000)));
  const button = screen.getByRole('button', { name: 'N3' });
  act(() => button.focus());
  act(() => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 20_000 });
    window.dispatchEvent(new Event('scroll'));
  });
  expect(screen.queryByRole('button', { name: 'N2' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'N350' })).toBeTruthy();
  expect(document.activeElement).toBe(button);
  rerender(table(peopleOf(1_001)));
  expect(document.activeElement).toBe(button);
  expect(button.isConnected).toBe(true);
});

test('sorts by a clicked column, with missing values last in either order', () => {
  render(
    table([
      { id: 'a', name: 'Zoe', age: 20 },
      { id: 'b', name: 'Émile', age: undefined },
      { id: 'c', name: 'Eva', age: 30 },
    ]),
  );
  const head = (name: string) => screen.getByRole('columnheader', { name });
  const press = (name: string) => fireEvent.click(within(head(name)).getByRole('button'));
  expect(names()).toEqual(['Zoe', 'Émile', 'Eva']);
  expect(head('Name').getAttribute('aria-sort')).toBe('none');
  press('Name');
  expect(names()).toEqual(['Émile', 'Eva', 'Zoe']);
  expect(head('Name').getAttribute('aria-sort')).toBe('ascending');
  press('Age');
  expect(names()).toEqual(['Eva', 'Zoe', 'Émile']);
  expect(head('Age').getAttribute('aria-sort')).toBe('descending');
  press('Age');
  expect(names()).toEqual(['Zoe', 'Eva', 'Émile']);
  expect(head('Note').hasAttribute('aria-sort')).toBe(false);
});
