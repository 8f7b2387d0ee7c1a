// What browsers have and jsdom lacks.
const { TextDecoder, TextEncoder } = require('node:util');
const { ReadableStream, TextDecoderStream, TransformStream } = require('node:stream/web');

/** React's scheduler needs one; Node's own would keep the process alive after the last test. */
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
  TextDecoder,
  TextEncoder,
  ReadableStream,
  TextDecoderStream,
  TransformStream,
  MessageChannel: TimerMessageChannel,
  ResizeObserver,
});
globalThis.matchMedia ??= () => ({
  matches: false,
  addEventListener: () => {},
  removeEventListener: () => {},
});
