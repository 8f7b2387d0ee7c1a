import { afterEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { MixedScriptsBadge } from '../src/shared/student-badges.tsx';
import { renderTeacher } from './render-teacher.tsx';

afterEach(cleanup);

test('labels a name that mixes alphabets, but not an ordinary name', async () => {
  renderTeacher(
    <>
      <p>
        Аda <MixedScriptsBadge name="Аda Lovelace" />
      </p>
      <p>
        Ada <MixedScriptsBadge name="Ada Lovelace" />
      </p>
      <p>
        Анна <MixedScriptsBadge name="Анна Петрова" />
      </p>
    </>,
  );
  const marks = await screen.findAllByText('Mixed alphabets');
  expect(marks.map((mark) => mark.closest('p')?.textContent)).toEqual(['Аda Mixed alphabets']);
});
