import { Component, type ReactNode } from 'react';

interface Props {
  /** Navigating to another path renders the children again. */
  path: string;
  fallback: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Shows the fallback if the page at a path fails. */
export class PathBoundary extends Component<Props, { failed: boolean; error?: unknown }> {
  override state: { failed: boolean; error?: unknown } = { failed: false };
  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }
  override componentDidUpdate(before: Props) {
    // oxlint-disable-next-line react/no-did-update-set-state -- once, when the path has changed
    if (this.state.failed && before.path !== this.props.path) this.setState({ failed: false });
  }
  override render() {
    return this.state.failed ? this.props.fallback(this.state.error) : this.props.children;
  }
}
