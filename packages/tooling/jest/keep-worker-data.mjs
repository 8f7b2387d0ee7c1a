// jest-light-runner 0.8.2 tells a worker its settings as soon as any worker asks. One that has not begun to listen for
// them loses them, waits without end, and the whole run with it: that happens where workers start slowly. So each worker
// keeps the message, and gives it to whoever begins to listen later. Loaded by `--import`, which workers inherit.
const TYPE = 'jest-light-runner-worker-data';

let kept;
const keep = (message) => {
  if (message?.type === TYPE) kept = message;
};

process.on('newListener', (event, listener) => {
  if (event !== 'message' || listener === keep) return;
  // Not before the first listener: what came until then waits for one, and would be lost to ours.
  if (!process.listeners('message').includes(keep)) process.on('message', keep);
  if (kept) queueMicrotask(() => process.listeners('message').includes(listener) && listener(kept));
});

// A listener keeps its process alive: a worker of jest's own, which ends once nobody listens, would have to be killed.
process.on('removeListener', (event) => {
  if (event === 'message' && process.listeners('message').every((listener) => listener === keep))
    process.off('message', keep);
});
