import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import Button from 'antd/es/button';
import { AntdTheme } from '../src/antd-theme.tsx';

afterEach(cleanup);

test('keeps a button’s name while its action is pending', () => {
  render(
    <AntdTheme>
      <Button loading>Sign in</Button>
    </AntdTheme>,
  );
  expect(screen.getByRole('button', { name: 'Sign in' }).querySelector('.anticon-loading')).not.toBeNull();
});
