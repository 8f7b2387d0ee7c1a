import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Component, useState, type ReactNode } from 'react';
import { preloadable } from '../src/preloadable.tsx';
import { retryableLazy } from '../src/retryable-lazy.tsx';

class Boundary extends Component<{ onRetry: () => void; children: ReactNode }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? <button onClick={this.props.onRetry}>Retry</button> : this.props.children;
  }
}

/** Mounts its children again on a retry, like the shell. */
const Area = ({ children }: { children: ReactNode }) => {
  const [attempt, setAttempt] = useState(1);
  return (
    <Boundary key={attempt} onRetry={() => setAttempt(attempt + 1)}>
      {children}
    </Boundary>
  );
};

const Step = ({ name }: { name: string }) => <p>{name}</p>;

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

describe.each([
  ['lazy', retryableLazy<{ name: string }>],
  ['preloadable', preloadable<{ name: string }>],
])('the %s component', (_kind, create) => {
  test('is loaded again on the first retry of its error boundary', async () => {
    jest.spyOn(console, 'error').mockReturnValue();
    const load = jest.fn(async () => Step).mockRejectedValueOnce(new Error('Loading chunk 1 failed.'));
    const Loaded = create(load, <p>Loading</p>);
    render(
      <Area>
        <Loaded name="Selfie" />
      </Area>,
    );
    expect(screen.getByText('Loading')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Selfie')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
