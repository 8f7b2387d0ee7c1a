const { TextDecoder, TextEncoder } = require('node:util');
const { ReadableStream, TextDecoderStream, TransformStream, WritableStream } = require('node:stream/web');
const { BroadcastChannel } = require('node:worker_threads');
const { runInThisContext } = require('node:vm');

// Node's own fetch API, which MSW intercepts.
const node = runInThisContext('({ fetch, Headers, Request, Response, AbortController, AbortSignal })');

/** Converts a signal of jsdom, which fetch rejects, to one of Node. */
const nodeSignal = (signal) => {
  if (!signal || signal instanceof node.AbortSignal) return signal;
  const controller = new node.AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  signal.addEventListener('abort', () => controller.abort(signal.reason));
  return controller.signal;
};
const Request = new Proxy(node.Request, {
  construct: (Target, [input, init]) =>
    new Target(input, init && { ...init, signal: nodeSignal(init.signal) }),
});

/** React's scheduler needs a message channel; Node's own would keep the process alive after the last test. */
class TimerMessageChannel {
  constructor() {
    const port = (other) => ({
      onmessage: null,
      postMessage: (data) => {
        setTimeout(() => other().onmessage?.({ data }), 0);
      },
      close: () => {},
    });
    this.port1 = port(() => this.port2);
    this.port2 = port(() => this.port1);
  }
}

class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  fetch: node.fetch,
  Headers: node.Headers,
  Request,
  Response: node.Response,
  TextDecoder,
  TextEncoder,
  ReadableStream,
  TextDecoderStream,
  TransformStream,
  WritableStream,
  BroadcastChannel,
  MessageChannel: TimerMessageChannel,
  ResizeObserver,
});
globalThis.matchMedia ??= () => ({
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
});
const { Element, HTMLDialogElement } = globalThis;
if (HTMLDialogElement) {
  // jsdom has no layout, so scrolling has no effect.
  Element.prototype.scrollIntoView = () => {};
  globalThis.scrollTo = () => {};
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
