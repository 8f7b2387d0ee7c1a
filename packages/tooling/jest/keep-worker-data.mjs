// jest-light-runner 0.8.2 sends a worker its settings as soon as any worker requests them. A slow worker that
// does not listen yet misses them and waits forever, and so does the whole run. This module stores the
// message for later listeners. Loaded with `--import`, which workers inherit.
const TYPE = 'jest-light-runner-worker-data';

let kept;
const keep = (message) => {
  if (message?.type === TYPE) kept = message;
};

process.on('newListener', (event, listener) => {
  if (event !== 'message' || listener === keep) return;
  // A listener added before the runner's first listener would consume the messages that wait for the runner.
  if (!process.listeners('message').includes(keep)) process.on('message', keep);
  if (kept) queueMicrotask(() => process.listeners('message').includes(listener) && listener(kept));
});

// A listener keeps its process alive, so it is removed together with the last other listener; otherwise jest would have
// to kill workers.
process.on('removeListener', (event) => {
  if (event === 'message' && process.listeners('message').every((listener) => listener === keep))
    process.off('message', keep);
});
